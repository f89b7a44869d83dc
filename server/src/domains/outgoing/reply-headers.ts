import { withoutAnswerMarks, withoutTicketLabel } from "@deskhand/contract/desk/subjects";
import { limits } from "@deskhand/contract/limits";

/** The header our own mail carries, so that it is known when it comes back. */
export const loopHeader = "X-Deskhand-Loop";

/** Enough for a mail program to find the conversation; longer chains make headers that some servers refuse. */
const longestChain = 20;
/** A line of a header is at most 998 characters (RFC 5322, section 2.1.1), and an id cannot be folded. */
const usableId = /^[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/;

/**
 * The subject of a reply, `Re: {subject} [{ticket label}]` (docs/product.md#subject-of-a-reply), with neither part doubled; a long
 * subject is cut so that the whole has at most 255 characters. The mail that opens a conversation answers
 * nothing, so it has no "Re:".
 */
export function replySubject(subject: string, ticketLabel: string, isAnswer = true): string {
  return markedSubject(isAnswer ? "Re:" : "", subject, ticketLabel);
}

/** The subject of a mail that passes messages of a ticket on, `Fwd: {subject} [{ticket label}]`. */
export function forwardSubject(subject: string, ticketLabel: string): string {
  return markedSubject("Fwd:", subject, ticketLabel);
}

function markedSubject(mark: "Re:" | "Fwd:" | "", subject: string, ticketLabel: string): string {
  const bare = withoutAnswerMarks(withoutTicketLabel(subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "))).trim();
  const label = `[${ticketLabel}]`;
  const room = limits.emailSubjectLength - "Fwd:  ".length - label.length;
  return [mark, shortened(bare, room), label].filter(Boolean).join(" ");
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // A cut in the middle of a surrogate pair would leave half a character.
  return `${text
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}

/**
 * In-Reply-To and References of a reply (RFC 5322, section 3.6.4): the ticket's mails, oldest first, the answered one
 * last. Of a long conversation the first one is kept, which names the thread, and the newest ones.
 */
export function threadingHeaders(
  mailIds: readonly string[],
  answeredId: string | null,
): { inReplyTo: string | null; references: string[] } {
  const chain = [...new Set(mailIds)].filter((id) => usableId.test(id));
  const answered = answeredId !== null && usableId.test(answeredId) ? answeredId : chain.at(-1);
  if (answered === undefined) return { inReplyTo: null, references: [] };
  const before = chain.filter((id) => id !== answered);
  const kept = before.length < longestChain ? before : [...before.slice(0, 1), ...before.slice(2 - longestChain)];
  return { inReplyTo: answered, references: [...kept, answered] };
}

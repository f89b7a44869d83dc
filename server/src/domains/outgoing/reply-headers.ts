import { createHash } from "node:crypto";
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

/** What Outlook groups a conversation by, as the header of a mail has it: Thread-Index and Thread-Topic. */
export type OutlookThread = { index: string; topic: string | null };

/** The header block, and what each answer adds to it (MS-OXOMSG, section 2.2.1.3). */
const headerBytes = 22;
const answerBytes = 5;
/** As much as fits into one line of a header, which it cannot be folded in. */
const mostBytes = 700;

/** The conversation that a mail says to be of; null where it says none that can be answered in. */
export function readOutlookThread(index: string | undefined, topic: string | undefined): OutlookThread | null {
  const bare = index?.replace(/\s+/g, "") ?? "";
  if (readIndex(bare) === null) return null;
  const words = (topic ?? "").replace(/[\s\p{C}]+/gu, " ").trim();
  return { index: bare, topic: [...words].slice(0, 500).join("") || null };
}

/** The headers of an answer in a conversation that was written then; the same answer always gets the same. */
export function outlookHeaders(thread: OutlookThread | null, at: Date, messageId: string): Record<string, string> {
  const parent = thread && readIndex(thread.index);
  if (!thread || !parent || parent.length + answerBytes > mostBytes) return {};
  const index = Buffer.concat([parent, answerBlock(parent, at, messageId)]).toString("base64");
  return { "Thread-Index": index, ...(thread.topic !== null && { "Thread-Topic": thread.topic }) };
}

function readIndex(text: string): Buffer | null {
  if (text.length > mostBytes * 2 || !/^[A-Za-z\d+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  const isWhole = bytes.length >= headerBytes && (bytes.length - headerBytes) % answerBytes === 0;
  return isWhole && bytes.length <= mostBytes && bytes[0] === 1 ? bytes : null;
}

/** Hundreds of nanoseconds since 1601, which Windows counts in. */
function fileTime(at: Date): bigint {
  return (BigInt(at.getTime()) + 11_644_473_600_000n) * 10_000n;
}

/** How long after the conversation's begin it was, in 31 bits behind one that says of which size, and what tells answers of that time apart. */
function answerBlock(parent: Buffer, at: Date, messageId: string): Buffer {
  const began = BigInt(parent.readUIntBE(1, 5)) << 24n;
  const passed = fileTime(at) > began ? fileTime(at) - began : 0n;
  const isLong = passed >= 1n << 49n;
  const delta = (passed >> (isLong ? 23n : 18n)) & 0x7fff_ffffn;
  const block = Buffer.alloc(answerBytes);
  block.writeUInt32BE(Number(isLong ? delta | 0x8000_0000n : delta));
  const level = (parent.length - headerBytes) / answerBytes;
  const chance = createHash("sha256").update(messageId).digest()[0] ?? 0;
  block[4] = (chance & 0xf0) | (level & 0x0f);
  return block;
}

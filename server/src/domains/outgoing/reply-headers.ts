import { createHash } from "node:crypto";
import { withoutAnswerMarks, withoutTicketLabel } from "@deskhand/contract/desk/subjects";
import { limits } from "@deskhand/contract/limits";

/** The header by which our own mail is recognized when it comes back. */
export const loopHeader = "X-Deskhand-Loop";

/** Enough ids for mail programs to find the conversation; some servers refuse longer headers. */
const maxReferences = 20;
/**
 * A header line has at most 998 characters (RFC 5322, section 2.1.1), and an id cannot be folded. A blank within an id is wrong, but harms
 * nobody, and its program looks for the id as it wrote it: in In-Reply-To, as References are ids with blanks between them. Other characters than ASCII need servers that take them (RFC 6532), so
 * an answer with such an id might not arrive.
 */
const usableId = /^(?! )[\x20-\x3b\x3d\x3f-\x7e]{1,980}(?<! )$/;

/**
 * Returns a reply's subject, `Re: {subject} [{ticket label}]` (docs/product.md#subject-of-a-reply), with no part doubled and at most 255
 * characters. The first mail of a conversation answers nothing, so it has no "Re:".
 */
export function replySubject(subject: string, ticketLabel: string, isAnswer = true): string {
  return markedSubject(isAnswer ? "Re:" : "", subject, ticketLabel);
}

/** Returns a forward's subject, `Fwd: {subject} [{ticket label}]`. */
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
  // A cut within a surrogate pair would leave half a character.
  return `${text
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}

/**
 * Returns In-Reply-To and References of a reply (RFC 5322, section 3.6.4): the ticket's mails, oldest first, the answered one last. A
 * long conversation keeps its first mail, which identifies the thread, and the newest ones.
 */
export function threadingHeaders(
  mailIds: readonly string[],
  answeredId: string | null,
): { inReplyTo: string | null; references: string[] } {
  const chain = [...new Set(mailIds)].filter((id) => usableId.test(id));
  const answered = answeredId !== null && usableId.test(answeredId) ? answeredId : chain.at(-1);
  if (answered === undefined) return { inReplyTo: null, references: [] };
  const before = chain.filter((id) => id !== answered);
  const earlier = before.length < maxReferences ? before : [...before.slice(0, 1), ...before.slice(2 - maxReferences)];
  return { inReplyTo: answered, references: [...earlier, answered].filter((id) => !id.includes(" ")) };
}

/** The headers by which Outlook groups a conversation: Thread-Index and Thread-Topic. */
export type OutlookThread = { index: string; topic: string | null };

/** Bytes of the header block, and of the block that each answer adds (MS-OXOMSG, section 2.2.1.3). */
const headerBytes = 22;
const answerBytes = 5;
/** What fits into one header line, as it cannot be folded. */
const maxBytes = 700;

/** Parses a mail's Outlook thread; null if it has none that can be answered in. */
export function readOutlookThread(index: string | undefined, topic: string | undefined): OutlookThread | null {
  const bare = index?.replace(/\s+/g, "") ?? "";
  if (readIndex(bare) === null) return null;
  const words = (topic ?? "").replace(/[\s\p{C}]+/gu, " ").trim();
  return { index: bare, topic: [...words].slice(0, 500).join("") || null };
}

/** Returns the Outlook headers of an answer written at `at`; always the same for the same answer. */
export function outlookHeaders(thread: OutlookThread | null, at: Date, messageId: string): Record<string, string> {
  const parent = thread && readIndex(thread.index);
  if (!thread || !parent || parent.length + answerBytes > maxBytes) return {};
  const index = Buffer.concat([parent, answerBlock(parent, at, messageId)]).toString("base64");
  return { "Thread-Index": index, ...(thread.topic !== null && { "Thread-Topic": thread.topic }) };
}

function readIndex(text: string): Buffer | null {
  if (text.length > maxBytes * 2 || !/^[A-Za-z\d+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  const isWhole = bytes.length >= headerBytes && (bytes.length - headerBytes) % answerBytes === 0;
  return isWhole && bytes.length <= maxBytes && bytes[0] === 1 ? bytes : null;
}

/** Returns a time as Windows counts it: units of 100 ns since 1601. */
function fileTime(at: Date): bigint {
  return (BigInt(at.getTime()) + 11_644_473_600_000n) * 10_000n;
}

/**
 * Builds an answer's block: one bit for the scale, 31 bits of time since the conversation began, and a byte that distinguishes answers of
 * the same time.
 */
function answerBlock(parent: Buffer, at: Date, messageId: string): Buffer {
  const began = BigInt(parent.readUIntBE(1, 5)) << 24n;
  const passed = fileTime(at) > began ? fileTime(at) - began : 0n;
  const isLong = passed >= 1n << 49n;
  const delta = (passed >> (isLong ? 23n : 18n)) & 0x7fff_ffffn;
  const block = Buffer.alloc(answerBytes);
  block.writeUInt32BE(Number(isLong ? delta | 0x8000_0000n : delta));
  const level = (parent.length - headerBytes) / answerBytes;
  const hashByte = createHash("sha256").update(messageId).digest()[0] ?? 0;
  block[4] = (hashByte & 0xf0) | (level & 0x0f);
  return block;
}

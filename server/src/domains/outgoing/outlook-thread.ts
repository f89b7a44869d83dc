import { createHash } from "node:crypto";

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

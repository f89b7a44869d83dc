import { limits } from "@deskhand/contract/limits";
import { type HeaderKind, readHeaderLine } from "@deskhand/email/quote-markers";
import type { MailAddress } from "../parse/parsed-mail.ts";
import { findAddress, readAddresses, wholeWords } from "../parse/read-addresses.ts";
import type { Forwarded } from "./find-author.ts";

/** Limits the lines of a header block; long fields continue on further lines. */
const mostLines = 16;

type TextLines = readonly { text: string }[];
type Field = { kind: HeaderKind; value: string; line: number };

/**
 * Reads the head of a forwarded message from its header block in a text; null if it names no sender. `ownSubject`, without marks, is that of
 * the mail that forwards it.
 */
export function readForwardedHead(
  lines: TextLines,
  start: number,
  { isMarked, ownSubject }: { isMarked: boolean; ownSubject: string },
): Forwarded | null {
  const values = readFields(lines, start, ownSubject);
  const from = readShownAddress(values.get("from") ?? "");
  const [replyTo, to, cc] = (["reply-to", "to", "copy"] as const).map((kind) =>
    readShownAddresses(values.get(kind) ?? ""),
  );
  const subject = values.get("subject")?.slice(0, limits.mailSubjectLength) ?? null;
  return from && { from, replyTo: replyTo ?? [], to: to ?? [], cc: cc ?? [], isMarked, messageId: null, subject };
}

// HTML seldom leaves a blank line between the header and the text, so the first line that is neither a header nor a field's
// continuation ends a block that has its subject.
function readFields(lines: TextLines, start: number, ownSubject: string): ReadonlyMap<HeaderKind, string> {
  const values = new Map<HeaderKind, string>();
  let last: Field | null = null;
  let isBelow = false;
  for (let index = start; index < Math.min(start + mostLines, lines.length); index++) {
    const text = lines[index]?.text ?? "";
    const header = readHeaderLine(text);
    if (header) {
      if (header.kind !== "other" && values.has(header.kind)) break;
      // A program that writes one value below its name writes all of them there.
      if (values.size === 0) isBelow = header.value === "";
      last = { kind: header.kind, value: header.value, line: index };
    } else if (text.trim() === "") {
      last = null;
      if (values.has("from") && !readHeaderLine(lines[index + 1]?.text ?? "")) break;
    } else if (last && ((isBelow && last.value === "") || continues(last, lines, index, { values, ownSubject }))) {
      last.value = `${last.value} ${text.trim()}`.trim();
    } else {
      last = null;
      if (values.has("from") && values.has("subject")) break;
    }
    if (last) values.set(last.kind, last.value);
  }
  return values;
}

/** Whether a line without a name continues the field above it, as opposed to beginning the forwarded text. */
function continues(
  { kind, value, line }: Field,
  lines: TextLines,
  index: number,
  { values, ownSubject }: { values: ReadonlyMap<HeaderKind, string>; ownSubject: string },
): boolean {
  const text = lines[index]?.text ?? "";
  const isFolded = /^[ \t]+\S/.test(text) && !/^\s/.test(lines[line]?.text ?? "");
  const next = readHeaderLine(lines[index + 1]?.text ?? "");
  if (isFolded || (next !== null && next.kind !== "other" && !values.has(next.kind))) return true;
  if (kind === "subject") return value !== "" && fold(ownSubject).startsWith(fold(`${value} ${text}`));
  // A list of addresses, or a name whose address was broken off.
  return /[,;<]\s*$/.test(value) || (!value.includes("@") && findAddress(wholeWords(text, 1_000)) !== null);
}

function fold(words: string): string {
  return words.replace(/\s+/g, " ").trim().toLowerCase();
}

function readShownAddress(value: string): MailAddress | null {
  const found = findAddress(wholeWords(value, 1_000));
  if (!found) return null;
  const name = value
    .slice(0, found.index)
    .replace(/mailto:/gi, "")
    .replace(/[<([*]+\s*$/g, "");
  return readAddresses([`${JSON.stringify(name.replace(/["\\]/g, "").trim())} <${found.written}>`])[0] ?? null;
}

/** Reads all addresses in a line; Outlook puts them in square brackets. */
function readShownAddresses(value: string): MailAddress[] {
  return readAddresses([value.replace(/\[(?:mailto:)?([^\][\s<>]{1,300})\]/gi, "<$1>")]);
}

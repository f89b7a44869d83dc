import { type HeaderKind, isTitle, readHeaderLine } from "@deskhand/email/quote-markers";
import type { MailLine } from "./html-to-lines.ts";
import { hasAddress, hasDate, hasTime } from "./read-attribution.ts";

type Header = { kind: HeaderKind; value: string; line: number };

/** Returns the number of lines in a block "From: … Sent: … To: … Subject: …" that begins at line `start`; 0 if there is none. */
export function findHeaderBlock(lines: readonly MailLine[], start: number): number {
  if (!/[:：]/.test(lines[start]?.text.slice(0, 60) ?? "")) return 0;
  const first = readHeaderLine(lines[start]?.text ?? "");
  if (!first || isAside(first.kind)) return 0;
  if (isBlockOnOneLine(lines[start]?.text ?? "")) return 1;
  const headers = readHeaders(lines, start);
  const isUnderRule = lines[start]?.mark === "rule" || isTitle(lines[start - 1]?.text ?? "");
  if (!isBlock(headers, isUnderRule) || !beginsBlock(headers, lines, start)) return 0;
  return (headers.at(-1)?.line ?? start) - start + 1;
}

// Recognizes such a block on one line, where a program lost the line breaks.
function isBlockOnOneLine(text: string): boolean {
  const parts = text.slice(0, 600).split(/\s(?=\p{L}[^\s:：]{0,20}(?:\s\p{L}{1,12})?[:：]\s)/u);
  if (parts.length < 3 || parts.length > 8) return false;
  const headers = new Map(parts.map((part) => [readHeaderLine(part)?.kind, part]));
  const when = headers.get("sent") ?? headers.get("date") ?? "";
  return (
    hasAddress(headers.get("from") ?? "") &&
    hasTime(when.replace(/^[^:：]{0,40}[:：]/, "")) &&
    (headers.has("to") || headers.has("subject"))
  );
}

// Reads until a name repeats, which begins another block, or until three lines had no header.
function readHeaders(lines: readonly MailLine[], start: number): Header[] {
  const headers: Header[] = [];
  for (let index = start, gaps = 0; index < Math.min(start + 16, lines.length) && gaps < 3; index++) {
    const line = lines[index];
    if (!line) break;
    const header = readHeaderLine(line.text);
    const last = headers.at(-1);
    // Above the part that the HTML marks as history, only the sender may stand.
    const isSender = last?.kind === "from" && hasAddress(last.value);
    if (index > start && line.mark === "history" && !(header && isSender)) break;
    if (header) {
      if (headers.some(({ kind }) => isSame(kind, header.kind))) break;
      headers.push({ ...header, line: index });
      gaps = 0;
    } else {
      if (last) last.value = `${last.value} ${line.text.trim()}`.slice(0, 2_000);
      gaps++;
    }
  }
  return headers;
}

// Programs write one date, under either name.
function isSame(one: HeaderKind, other: HeaderKind): boolean {
  return one !== "other" && (one === other || (isDate(one) && isDate(other)));
}

/** Whether a header can neither begin a block nor count for one. */
function isAside(kind: HeaderKind): boolean {
  return kind === "copy" || kind === "reply-to" || kind === "other";
}

function isDate(kind: HeaderKind): boolean {
  return kind === "sent" || kind === "date";
}

// A customer may write "From: Berlin, To: Munich, Date: 3 May", so an address or a sender's full set is required.
function isBlock(headers: Header[], isUnderRule: boolean): boolean {
  const value = (kind: HeaderKind) => headers.find((header) => header.kind === kind)?.value;
  const from = value("from");
  const to = value("to") ?? "";
  const when = value("sent") ?? value("date");
  const isDated = when !== undefined && (hasTime(when) || hasDate(when));
  if (from === undefined) return isDated && hasTime(when) && hasAddress(to);
  const others = headers.filter(({ kind }) => kind !== "from" && !isAside(kind)).length;
  // Every program writes the date, but a form that somebody filled in seldom has one.
  if (hasAddress(from)) return isUnderRule || (others >= 1 && isDated);
  if (hasAddress(to)) return others >= 2 && isDated;
  return others >= 2 && when !== undefined && hasTime(when);
}

// The writer's own line right above the block may look like its first ("Subject: refund"). So a header before the sender must be as
// complete as a program writes it, or stand apart from the text above.
function beginsBlock(headers: Header[], lines: readonly MailLine[], start: number): boolean {
  const from = headers.findIndex(({ kind }) => kind === "from");
  if (from <= 0) return true;
  // A header that the block repeats below the sender is the writer's own.
  const block = readHeaders(lines, headers[from]?.line ?? start);
  if (headers.slice(0, from).some((own) => block.some(({ kind }) => isSame(own.kind, kind)))) return false;
  const isApart = lines[start]?.mark !== null || isApartFrom(lines[start - 1]?.text);
  return headers.slice(0, from).every(({ kind, value, line }) => {
    const own = lines[line]?.text ?? "";
    const ownValue = own.slice(own.search(/[:：]/) + 1);
    if (isDate(kind)) return hasTime(ownValue) || (isApart && hasDate(ownValue));
    return kind === "to" ? hasAddress(value) : isApart && lines[line + 1]?.text.trim() !== "";
  });
}

function isApartFrom(above: string | undefined): boolean {
  return above === undefined || above.replace(/^[\s>|]{1,20}/, "") === "" || isTitle(above);
}

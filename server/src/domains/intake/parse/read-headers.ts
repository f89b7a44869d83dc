import { decodeRaw, decodeWords } from "./decode-charset.ts";
import type { MailHeaders } from "./parsed-mail.ts";

const maxValueLength = 32_768;
const maxFields = 1_000;

// Address fields. Encoded words in them belong to names and are decoded later, by `readAddresses`.
const addressField =
  /^(?:(?:[\w-]+-)?(?:from|sender|to|cc|bcc)|(?:[\w-]+-)?reply-to|(?:x-)?return-path|[\w-]+-(?:recipients?|author|mailfrom))$/;

/** A raw header field, folded, one character per byte, and its name. */
export type HeaderLine = { key: string; line: string };

// After a line that is no field, one of these shows that the header continues.
const knownField =
  /^(?:from|to|cc|bcc|subject|date|sender|reply-to|message-id|in-reply-to|references|received|return-path|delivered-to|mime-version|content-[\w-]{1,60}|x-[\w-]{1,90}|(?:list|arc|resent)-[\w-]{1,60}|dkim-signature|authentication-results|user-agent|importance|precedence|auto-submitted)[ \t]{0,20}:/i;

/** Whether a line has the form of a header field (RFC 5322, section 2.2); blanks before the colon are allowed. */
export function isHeaderLine(line: string): boolean {
  return /^[!-9;-~]{1,500}[ \t]{0,20}:/.test(line);
}

/** Whether a line is a header field that is common in mail. */
export function isKnownHeaderLine(line: string): boolean {
  return knownField.test(line);
}

/**
 * Reads raw header lines into fields, unfolded, and decoded except for address fields. Raw bytes are UTF-8, else of the message text's
 * character set, else guessed.
 */
export function readHeaders(lines: readonly HeaderLine[], bodyCharset: string | null = null): MailHeaders {
  const headers: MailHeaders = Object.create(null) as MailHeaders;
  for (const { key, line } of lines.slice(0, maxFields)) {
    const name = key.trim().toLowerCase();
    if (!/^[!-9;-~]+$/.test(name)) continue;
    headers[name] ??= [];
    const isOfMailboxes = addressField.test(name);
    const given = isOfMailboxes ? wholeMailboxes(unfoldWhole(line), maxValueLength) : unfoldValue(line);
    const value = decodeRaw(given, bodyCharset);
    headers[name].push((isOfMailboxes ? value : decodeWords(value)).replaceAll("\0", ""));
  }
  return { ...headers };
}

/** Returns the unfolded value of a raw header line, one character per byte. */
export function unfoldValue(line: string): string {
  return unfoldWhole(line.slice(0, maxValueLength));
}

/** Does the same for a line of any length. */
export function unfoldWhole(line: string): string {
  return line
    .slice(line.indexOf(":") + 1)
    .replace(/\r?\n(?=[ \t])/g, "")
    .trim();
}

/** A raw header field: name in lower case, value unfolded, one character per byte, not decoded. */
export type HeadField = { name: string; value: string };
/** A message's own header, split once for all uses; `isPlain` says that every program reads it the same way (`isPlainLine`). */
export type MailHead = { fields: HeadField[]; isPlain: boolean };

/** Returns the fields among header lines, in order. */
export function headFields(lines: readonly HeaderLine[]): HeadField[] {
  return lines.flatMap(({ key, line }) => (key === "" ? [] : [{ name: key, value: unfoldWhole(line) }]));
}

// No person's mail reaches these. Verifying signatures takes time quadratic in them.
export const mostPlain = { lines: 2_000, bytes: 262_144, gap: 500 };

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09;
/** Control characters that some programs read as a line end or blank. The three others switch character sets. */
const isOddControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0d, 0x0e, 0x0f, 0x1b].includes(byte);

/**
 * Whether every program reads a header line the same way, as a field or a fold. A line that another program takes for the header's end, or
 * for no From, could hide the shown sender behind the signed one.
 */
export function isPlainLine(bytes: Uint8Array, start: number, end: number): boolean {
  const last = endOfLine(bytes, start, end);
  let gap = 0;
  let colon = -1;
  let isEmpty = true;
  // Loops by index, because iterating bytes took longer than verifying a signature.
  for (let at = start; at < last; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0d || isOddControl(byte)) return false;
    if (byte === 0x3a && colon < 0) colon = at;
    gap = isBlank(byte) ? gap + 1 : 0;
    if (gap > mostPlain.gap) return false;
    if (gap === 0) isEmpty = false;
  }
  return isBlank(bytes[start]) ? !isEmpty : isName(bytes, start, colon);
}

/** Whether a line is empty but for its line end. */
export function isEmptyLine(bytes: Uint8Array, start: number, end: number): boolean {
  return endOfLine(bytes, start, end) === start;
}

/** The end of a line's text, before its line feed and one carriage return. */
function endOfLine(bytes: Uint8Array, start: number, end: number): number {
  const last = end > start && bytes[end - 1] === 0x0a ? end - 1 : end;
  return last > start && bytes[last - 1] === 0x0d ? last - 1 : last;
}

/** Whether a valid field name (RFC 5322, section 3.6.8) stands before the colon, with only blanks in between. */
function isName(bytes: Uint8Array, start: number, colon: number): boolean {
  let end = colon;
  while (end > start && isBlank(bytes[end - 1])) end -= 1;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20 || byte >= 0x7f) return false;
  }
  return end > start;
}

/** Returns the distinct message ids in header values, with angle brackets, at most 100. */
export function readMessageIds(values: readonly string[] | undefined): string[] {
  const ids = new Set<string>();
  for (const value of values ?? []) {
    // Programs may fold inside a long id.
    const bracketed = value
      .match(/<[^<>]{1,1100}>/g)
      ?.map(withoutFolds)
      .filter((id) => id !== "<>");
    for (const id of bracketed ?? unbracketed(value)) {
      ids.add(id.startsWith("<") ? id : `<${id}>`);
    }
  }
  const all = [...ids];
  // A very long list keeps the conversation's start and its newest messages.
  return all.length <= 100 ? all : [...all.slice(0, 20), ...all.slice(-80)];
}

/** Reads ids without their brackets: one, which may have a blank, or several. */
function unbracketed(value: string): string[] {
  const whole = value.trim();
  if (whole.length < shortestFolded && /^[^<>@,;"()]+@[^<>@\s,;"()]+$/.test(whole)) return [withoutFolds(`<${whole}>`)];
  return value.split(/[\s,;]+/).filter((word) => /^[^<>\s]+@[^<>\s]+$/.test(word));
}

/** Programs fold a line at some 70 characters, so the blank in a shorter id is its own. */
const shortestFolded = 60;

function withoutFolds(id: string): string {
  const bare = id.slice(1, -1).trim();
  return `<${bare.replace(/\s+/g, bare.length < shortestFolded ? " " : "")}>`;
}

/** A piece of an address header: words, quoted words, a comment, or the content of <>; `text` is without delimiters. */
export type Piece = { kind: "words" | "quoted" | "comment" | "angle"; text: string; raw: string };

const quotedWords = /"((?:[^"\\]|\\.)*)"/sy;
const words = /[^"(<,;:]+/y;
/** Longer than any address in brackets with its route and comments. */
const longestAngle = 2_000;
/** Brackets with quoted words, then with any content, then without their end. */
const angles = [/<((?:"(?:[^"\\]|\\.)*"|[^<>"])*)>/sy, /<([^<>]*)>/y, /<([^<>,;]*)(?=[,;]|$)/y];

/**
 * Splits an address header at the commas and semicolons between mailboxes (RFC 5322, section 3.4), in linear time. Drops group names and
 * routes before addresses; an unclosed quote or bracket is text.
 */
export function* splitMailboxes(value: string): Generator<Piece[]> {
  let pieces: Piece[] = [];
  // After one that does not close, no later one does.
  let closes = { quotes: true, comments: true };
  for (let at = 0; at < value.length; ) {
    const sign = value[at] ?? "";
    if (sign === "," || sign === ";") {
      yield pieces;
      pieces = [];
      at += 1;
      continue;
    }
    if (sign === ":" && isPrefix(pieces)) {
      pieces = [];
      at += 1;
      continue;
    }
    const piece = readPiece(value, at, closes);
    if (piece === null) {
      closes = { quotes: closes.quotes && sign !== '"', comments: closes.comments && sign !== "(" };
      pieces.push({ kind: "words", text: sign, raw: sign });
      at += 1;
    } else {
      pieces.push(piece);
      at += piece.raw.length;
    }
  }
  yield pieces;
}

/** Cuts an address header after a whole mailbox, because a truncated address may be somebody else's. */
export function wholeMailboxes(value: string, most: number): string {
  if (value.length <= most) return value;
  const first = value.slice(0, most + 1);
  return first.slice(0, Math.max(0, first.lastIndexOf(","), first.lastIndexOf(";")));
}

/** Whether the text before a colon is a group's name, a route, "mailto" or other words. */
function isPrefix(pieces: readonly Piece[]): boolean {
  const text = pieces.map(({ raw }) => raw).join("");
  return !text.includes("@") || text.trimStart().startsWith("@");
}

function readPiece(value: string, at: number, closes: { quotes: boolean; comments: boolean }): Piece | null {
  const sign = value[at];
  if (sign === '"') {
    const found = closes.quotes ? matchAt(quotedWords, value, at) : null;
    return found && { kind: "quoted", text: withoutEscapes(found[1] ?? ""), raw: found[0] };
  }
  if (sign === "(") {
    const end = closes.comments ? commentEnd(value, at) : -1;
    return end < 0
      ? null
      : { kind: "comment", text: withoutEscapes(value.slice(at + 1, end)), raw: value.slice(at, end + 1) };
  }
  if (sign === "<") {
    const near = value.slice(at, at + longestAngle);
    for (const angle of angles) {
      const found = matchAt(angle, near, 0);
      if (found) return { kind: "angle", text: found[1] ?? "", raw: found[0] };
    }
    return null;
  }
  const found = matchAt(words, value, at);
  return found && { kind: "words", text: found[0], raw: found[0] };
}

function matchAt(pattern: RegExp, value: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(value);
}

function commentEnd(value: string, start: number): number {
  let depth = 0;
  for (let at = start; at < value.length; at++) {
    const sign = value[at];
    if (sign === "\\") at++;
    else if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at;
  }
  return -1;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, "$1");
}

/** How much of a header is read; fields beyond this do not count. */
export const mostHeadBytes = mostPlain.bytes;

/** Reads the header fields in a mail's first bytes, in order; a line that begins no field continues the last one. */
export function readHeadFields(start: Uint8Array): HeadField[] {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, mostHeadBytes)).toString(
    "latin1",
  );
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === "") break;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (/^[!-9;-~]+$/.test(name)) fields.push({ name, lines: [line.slice(colon + 1)] });
    else fields.at(-1)?.lines.push(line);
  }
  return fields.map(({ name, lines }) => ({ name, value: lines.join("").trim() }));
}

/** Returns header values by field name; skips blank lines above the header, as the parser does. */
export function readHead(start: Uint8Array): Map<string, string[]> {
  const first = start.findIndex((byte) => byte !== 0x0a && byte !== 0x0d);
  const values = new Map<string, string[]>();
  for (const { name, value } of readHeadFields(start.subarray(Math.max(first, 0)))) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

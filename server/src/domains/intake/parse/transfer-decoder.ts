import { PassThrough, Transform } from "node:stream";
import { decode as decodeQuotedPrintable } from "libqp";
import type { PartHead } from "./read-part-head.ts";

/**
 * Returns a stream that decodes a transfer encoding (RFC 2045, section 6); it skips what is invalid and never throws. The plain text that a
 * mailing list adds below base64 is kept for a text (`isBody`), and left out of a file.
 */
export function transferDecoder(encoding: PartHead["encoding"], { isBody = false } = {}): Transform {
  if (encoding === null) return new PassThrough();
  if (encoding === "base64") return linewise(base64Decoder(isBody));
  return linewise(encoding === "uuencode" ? uuDecoder() : quotedPrintableDecoder());
}

/** Decodes whole lines, one character per byte; the last call comes at the end. */
type Decode = (lines: string, isLast: boolean) => Buffer;

// A longer line is decoded in pieces, so that an endless one is not held in memory.
const maxLine = 65_536;

function linewise(decode: Decode): Transform {
  let rest = "";
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const all = rest + chunk.toString("latin1");
      const end = all.lastIndexOf("\n") + 1;
      const whole = all.length - end > maxLine ? all.length - cutEscape(all) : end;
      rest = all.slice(whole);
      done(null, decode(all.slice(0, whole), false));
    },
    flush(done) {
      done(null, decode(rest, true));
    },
  });
}

/** How many characters at the end may begin an escape such as "=FC". */
function cutEscape(text: string): number {
  const start = text.indexOf("=", text.length - 2);
  return start === -1 ? 0 : text.length - start;
}

function base64Decoder(isBody: boolean): Decode {
  let quantum = "";
  let isPadded = false;
  let isFooter = false;
  let isText: boolean | null = null;
  const add = (characters: string): Buffer => {
    const all = quantum + characters;
    const whole = all.length - (all.length % 4);
    quantum = all.slice(whole);
    return Buffer.from(all.slice(0, whole), "base64");
  };
  const flush = (): Buffer => {
    const last = Buffer.from(quantum, "base64");
    quantum = "";
    return last;
  };
  // After padding comes another encoded piece, or text that a mailing list added.
  const addPadded = (text: string): Buffer => {
    const decoded = Buffer.alloc(text.length + 8);
    let size = 0;
    const put = (characters: string, encoding: "base64" | "latin1" = "base64") => {
      size += decoded.write(characters, size, encoding);
    };
    for (const [nth, line] of text.split("\n").entries()) {
      // The lines keep their ends: the last one that is split off has none.
      if (isFooter && nth > 0 && isBody) put("\n", "latin1");
      const isWhole = /^[A-Za-z\d+/]*={0,2}\r?$/.test(line);
      if (isFooter ? isEncodedLine(line) : !isFooterLine(line, isPadded)) isFooter = false;
      else {
        put(quantum);
        if (!isFooter && isBody) put("\n", "latin1");
        [quantum, isFooter] = ["", true];
        if (isBody) put(line, "latin1");
        continue;
      }
      if (isPadded && !isWhole) continue;
      if (isPadded && quantum === "" && line.includes("=")) {
        put(line);
        continue;
      }
      const kept = isWhole ? line.trimEnd() : line.replace(/=[ \t]+\S.*/, "=").replace(/[^\w+/=-]/g, "");
      for (const piece of kept.split(/(=+)/)) {
        const all = quantum + piece;
        const end = piece.startsWith("=") ? quantum.length : all.length - (all.length % 4);
        if (piece.startsWith("=")) isPadded = true;
        put(all.slice(0, end));
        quantum = piece.startsWith("=") ? "" : all.slice(end);
      }
    }
    return decoded.subarray(0, size);
  };
  return (text, isLast) => {
    if (isText === null && text !== "") isText = isPlainText(text);
    if (isText) return Buffer.from(text, "latin1");
    if (isPadded || isFooter || /[^\w+/\r\n-]/.test(text) || (isBody && text.split("\n").some(isRule)))
      return isLast ? Buffer.concat([addPadded(text), flush()]) : addPadded(text);
    const decoded = add(text.replace(/[\r\n]/g, ""));
    return isLast ? Buffer.concat([decoded, flush()]) : decoded;
  };
}

/** A line that divides a footer from the text above. */
function isRule(line: string): boolean {
  return /^\s*([-_=*~#])\1{3,}\s*$/.test(line);
}

/** Whether a line among base64 is plain text: a rule, or words with blanks between them, where nothing is as long as encoded lines are. */
function isFooterLine(line: string, isPadded: boolean): boolean {
  if (isRule(line)) return true;
  if (/^[\w+/-]+={1,2}[ \t]/.test(line) || /[\w+/-]{40}/.test(line)) return false;
  return /\S[ \t]+\S/.test(line) || (isPadded && /^[A-Za-z\d]+\r?$/.test(line) && line.trimEnd().length % 4 !== 0);
}

/** Whether a line below a footer is base64 again, as of a second piece. */
function isEncodedLine(line: string): boolean {
  const encoded = line.trimEnd();
  return (
    /^[A-Za-z\d+/]{12,}={0,2}$/.test(encoded) &&
    encoded.length % 4 === 0 &&
    (encoded.endsWith("=") || encoded.length >= 60)
  );
}

/** Whether text declared base64 is plain: most of its first lines are words with blanks between them. */
function isPlainText(text: string): boolean {
  const lines = text.slice(0, 2_000).split(/\r?\n/).slice(0, 20);
  const nonBlank = lines.filter((line) => line.trim() !== "");
  const words = nonBlank.filter((line) => /[^\s=][ \t]+[^\s=]/.test(line));
  return words.length > 0 && words.length * 2 > nonBlank.length;
}

/** How much of a part declared quoted-printable is read to decide whether it is. */
const mostUndecided = 65_536;

function quotedPrintableDecoder(): Decode {
  let undecided: string | null = "";
  let isEncoded = true;
  return (lines, isLast) => {
    let text = lines;
    if (undecided !== null) {
      undecided += lines;
      if (undecided.length < mostUndecided && !isLast) return noBytes;
      [text, undecided] = [undecided, null];
      isEncoded = isQuotedPrintable(text);
    }
    return isEncoded ? decodeQuotedPrintable(text.replaceAll("\r\r\n", "\r\n")) : Buffer.from(text, "latin1");
  };
}

/**
 * Whether text declared quoted-printable really is. Plain text shows by what no encoder makes (RFC 2045, section 6.7): bytes beyond ASCII, an
 * equals sign that begins no escape, or an escaped letter, digit or control character as in "?id=1042"; and by the absence of
 * escapes that encoders must make.
 */
function isQuotedPrintable(text: string): boolean {
  let isOdd = /[\x80-\xFF]/.test(text);
  for (const { 0: found, index } of text.matchAll(/=[ \t\r]{0,20}\n|=[\dA-Fa-f]{2}|=/g)) {
    const before = text.slice(Math.max(0, index - 300), index);
    const kind = kindOfEquals(found, before, text.slice(index + found.length, index + found.length + 3));
    if (kind === "encoder's") return true;
    isOdd ||= kind === "odd";
  }
  return !isOdd;
}

/** Whether an equals sign here would assign a link's parameter; in encoded text it would be escaped. */
function isInLink(before: string): boolean {
  return /[?&][\w.~-]{1,50}$/.test(before) && /\/\/|www\./.test(before.split(/\s/).at(-1) ?? "");
}

/** Who wrote an equals sign and what follows: an encoder, a person ("odd"), or either. */
function kindOfEquals(found: string, before: string, after: string): "encoder's" | "odd" | "anybody's" {
  // A line that ends in several equals signs is no soft break.
  if (found.endsWith("\n") || (found === "=" && after === "")) return before.endsWith("=") ? "odd" : "encoder's";
  if (found.length < 3) return "odd";
  const code = Number.parseInt(found.slice(1), 16);
  if (code === 0x3d) return "encoder's";
  if (isInLink(before)) return "odd";
  if (code > 0x7f || [0, 0x0a, 0x0d, 0x1b].includes(code)) return "encoder's";
  if (code === 0x20 || code === 0x09) return /^(?:=?\r?\n|$)/.test(after) ? "encoder's" : "anybody's";
  // Some encoders escape "From" and other words at the start of a line.
  return /[\w\p{Cc}]/u.test(String.fromCharCode(code)) && !/(?:^|\n)$/.test(before) ? "odd" : "anybody's";
}

function uuDecoder(): (lines: string) => Buffer {
  let isInside = false;
  return (lines) => {
    const pieces: Buffer[] = [];
    for (const line of lines.split("\n")) {
      if (line.startsWith("begin ")) isInside = true;
      else if (/^end\s*$/.test(line)) isInside = false;
      else if (isInside) pieces.push(decodeUuLine(line.replace(/\r$/, "")));
    }
    return Buffer.concat(pieces);
  };
}

const noBytes = Buffer.alloc(0);

/** Decodes one line of uuencoded text. */
function decodeUuLine(line: string): Buffer {
  const size = line === "" ? 0 : sixBits(line, 0);
  if (size === 0 || line.length < 2) return noBytes;
  const bytes: number[] = [];
  for (let at = 1; bytes.length < size && at < line.length; at += 4) {
    const [a, b, c, d] = [sixBits(line, at), sixBits(line, at + 1), sixBits(line, at + 2), sixBits(line, at + 3)];
    bytes.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
  }
  return Buffer.from(bytes.slice(0, size));
}

function sixBits(line: string, at: number): number {
  return at < line.length ? (line.charCodeAt(at) - 32) & 63 : 0;
}

/** A uuencoded file in a text, as mail programs wrote it before MIME. */
type UuFile = { name: string; bytes: Buffer };

/** Removes complete uuencoded files from a text; what only looks like one stays. */
export function takeUuencoded(text: Buffer): { rest: Buffer; files: UuFile[] } {
  const files: UuFile[] = [];
  if (!text.includes("begin ")) return { rest: text, files };
  const kept: string[] = [];
  const lines = text.toString("latin1").split("\n");
  for (let at = 0; at < lines.length; at++) {
    const name = /^begin [0-7]{3,4} (\S[^\r]{0,250})/.exec(lines[at] ?? "")?.[1];
    const end = name === undefined ? -1 : findEnd(lines, at + 1);
    if (name === undefined || end === -1) {
      kept.push(lines[at] ?? "");
      continue;
    }
    const bytes = Buffer.concat(lines.slice(at + 1, end).map((line) => decodeUuLine(line.replace(/\r$/, ""))));
    files.push({ name: Buffer.from(name.trim(), "latin1").toString("utf8"), bytes });
    at = end;
  }
  return files.length === 0 ? { rest: text, files } : { rest: Buffer.from(kept.join("\n"), "latin1"), files };
}

/** The line where a file ends; -1 if another line interrupts it. */
function findEnd(lines: string[], start: number): number {
  for (let at = start; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/\r$/, "");
    if (line === "end") return at > start ? at : -1;
    if (!isUuLine(line)) return -1;
  }
  return -1;
}

// The first character gives the number of bytes; blanks at the end may have been cut off.
function isUuLine(line: string): boolean {
  const size = line === "" ? 0 : (line.charCodeAt(0) - 32) & 63;
  const expected = 1 + Math.ceil(size / 3) * 4;
  return /^[ -`]*$/.test(line) && size <= 45 && line.length <= expected + 1 && line.length * 2 >= expected;
}

import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { guessCharset } from "./guess-charset.ts";

// Names that mail programs use. Latin 1 and ASCII are read as Windows-1252, as browsers do.
const aliases: Record<string, string> = {
  "iso-8859-1": "windows-1252",
  latin1: "windows-1252",
  "8859-1": "windows-1252",
  "iso-8859-8-i": "iso-8859-8",
  "iso-8859-9": "windows-1254",
  "x-sjis": "shift_jis",
  // GB 2312 is read as its successor, as browsers do, because only that has the euro sign and many names.
  ...Object.fromEntries(
    "gb2312 gb_2312 gb_2312-80 gb2312-80 csgb2312 csiso58gb231280 iso-ir-58 chinese euc-cn x-euc-cn x-gbk gbk cp936 ms936 windows-936"
      .split(" ")
      .map((name) => [name, "gb18030"]),
  ),
  "unicode-1-1-utf-7": "utf-7",
  "ks_c_5601-1987": "cp949",
  "x-windows-949": "cp949",
};
const guessed = new Set("ascii us-ascii ansi_x3.4-1968 7bit 8bit unknown-8bit x-unknown default".split(" "));
const encodedWord = /=\?([\w.:+-]{1,64})(?:\*[\w-]{0,32})?\?([bq])\?((?:[^?\r\n]|\?(?!=)){0,4000})\?=/gi;

/**
 * Decodes bytes of any declared character set. Guesses if the declaration is unknown or wrong, and never throws. Undeclared bytes are read
 * as UTF-8 if valid, else as `fallback`, else by a guess.
 */
export function decodeCharset(bytes: Uint8Array, declared: string | null, fallback: string | null = null): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const charset = nameOf(declared);
  if (!hasEscapes.test(charset)) {
    const escaped = decodeEscapes(buffer);
    if (escaped !== null) return escaped;
  }
  if (charset === "" || guessed.has(charset)) return decodeUndeclared(buffer, fallback);
  if (charset === "utf-8" || charset === "utf8") return decodeUtf8(buffer) ?? decodeGuessed(buffer, fallback);
  const text = decodeAs(buffer, charset);
  if (text === null) return decodeUndeclared(buffer, fallback);
  return isWronglyDeclared(text, charset, buffer) ? buffer.toString("utf8") : text;
}

/** Character sets that use escape bytes, or look as if they did. */
const hasEscapes = /^(?:cs)?iso-?2022|^cp5022|^hz|^utf-?(?:7|16|32)/;

/**
 * Decodes seven-bit text with the escape sequences of Japanese or Korean, whatever is declared, as these are unmistakable and mail often
 * declares another set. Null if there are none.
 */
function decodeEscapes(buffer: Buffer): string | null {
  if (!buffer.includes(0x1b) || buffer.some((byte) => byte > 0x7f)) return null;
  const text = buffer.toString("latin1", 0, 65_536);
  if (text.includes("\u001B$B") || text.includes("\u001B$@")) return decodeAs(buffer, "iso-2022-jp");
  return text.includes("\u001B$)C") ? decodeAs(buffer, "iso-2022-kr") : null;
}

/** Whether the bytes are UTF-8 despite the declaration, which would give invalid text or only letters like "Ã©". */
function isWronglyDeclared(text: string, charset: string, buffer: Buffer): boolean {
  const isOdd =
    charset === "windows-1252" ? (text.match(/[\u00C2-\u00F4]/g)?.length ?? 0) > 1 : text.includes("\uFFFD");
  return isOdd && isUtf8(buffer);
}

/** Decodes a raw header value of one character per byte; encoded words stay. */
export function decodeRaw(value: string, bodyCharset: string | null): string {
  // Escape sequences of ISO-2022 are ASCII too.
  return /[^\t\u0020-\u007E]/.test(value) ? decodeCharset(Buffer.from(value, "latin1"), null, bodyCharset) : value;
}

/**
 * Whether a declared character set explains other raw bytes of the message. ASCII and UTF-8 do not, since bytes show by themselves whether
 * they are these. Latin 1, the default of many programs, does only if the declared `bytes` go beyond ASCII.
 */
export function isInformativeCharset(declared: string | null, bytes: Uint8Array | null = null): declared is string {
  const name = nameOf(declared);
  if (name === "windows-1252") return bytes?.some((byte) => byte > 0x7f) ?? false;
  return name !== "" && !guessed.has(name) && !/^utf-?8$/.test(name);
}

/** Guesses the character set of undeclared bytes; null if they are UTF-8 or Western European. */
export function guessInformative(bytes: Buffer): string | null {
  if (isUtf8(bytes)) return null;
  const charset = guessCharset(bytes, decodeKnown);
  return isInformativeCharset(charset) ? charset : null;
}

function nameOf(declared: string | null): string {
  const name = (declared ?? "")
    .trim()
    .toLowerCase()
    .replace(/^["']+|["']+$/g, "")
    .replace(/_(?=8859)/, "-");
  return aliases[name] ?? name;
}

function decodeAs(buffer: Buffer, charset: string): string | null {
  if (/^(?:cs)?iso-?2022-?jp|^cp5022\d$/.test(charset)) return decodeJapanese(buffer);
  const shifted = shiftedSets.find(({ name }) => name.test(charset));
  if (shifted) return iconv.decode(unshift(buffer, shifted.isEscape), shifted.set);
  if (iconv.encodingExists(charset)) return iconv.decode(buffer, charset).replace(/^\uFEFF/, "");
  return decodeWithPlatform(buffer, charset);
}

// Joined words end and begin the set in between, which the platform's decoder rejects.
function decodeJapanese(buffer: Buffer): string | null {
  const text = buffer.toString("latin1").replaceAll("\u001B(B\u001B$B", "");
  return decodeWithPlatform(Buffer.from(text, "latin1"), "iso-2022-jp");
}

function decodeWithPlatform(buffer: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(buffer);
  } catch {
    // The platform does not know the label either, so the caller guesses.
    return null;
  }
}

// Seven-bit sets that shift to two bytes per character (RFC 1557, RFC 1922, RFC 1843), which no library here reads.
const shiftedSets = [
  { name: /^(?:cs)?iso-?2022-?kr$/, set: "euc-kr", isEscape: false },
  { name: /^iso-?2022-?cn/, set: "gb2312", isEscape: false },
  { name: /^hz(?:-gb-?2312)?$/, set: "gb2312", isEscape: true },
];

function unshift(buffer: Buffer, isEscape: boolean): Buffer {
  // In ISO-2022, escape sequences only name the set, which is known; shift-out and shift-in mark its text.
  const [start = "", ...designated] = buffer.toString("latin1").split("\u001B");
  const text = start + designated.map((part) => part.replace(/^\$[)*][A-H]/, "")).join("");
  let isShifted = false;
  const bytes = text.split(isEscape ? /(~[{}])/ : /(\p{Cc})/u).map((piece) => {
    if (piece === "~{" || piece === "\u000E") isShifted = true;
    else if (piece === "~}" || piece === "\u000F") isShifted = false;
    else return isShifted ? piece.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) | 0x80)) : piece;
    return "";
  });
  return Buffer.from(bytes.join(""), "latin1");
}

function decodeUndeclared(buffer: Buffer, fallback: string | null): string {
  const mark = buffer.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff") return iconv.decode(buffer, "utf-16");
  const text = isWide(buffer) ? null : decodeUtf8(buffer, 2);
  return text ?? decodeGuessed(buffer, fallback);
}

/** Whether many bytes are control characters, as in UTF-16 of Latin, Greek or Cyrillic text. */
function isWide(buffer: Buffer): boolean {
  const start = buffer.subarray(0, 4_096);
  return start.filter((byte) => byte < 8).length * 4 > start.length;
}

/**
 * Decodes UTF-8 without a truncated last character. Null if the bytes are something else: if broken sequences times `weight` outnumber
 * the valid ones, as text declared UTF-8 often is not.
 */
function decodeUtf8(buffer: Buffer, weight = 1): string | null {
  const text = new TextDecoder().decode(buffer, { stream: true });
  if (isUtf8(buffer)) return text;
  const isCut = (buffer.at(-1) ?? 0) > 0x7f && (text === "" || text.charCodeAt(text.length - 1) < 0x80);
  if (!text.includes("\uFFFD") && !isCut) return text;
  let broken = 0;
  let sound = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) sound++;
  }
  return (broken + Number(isCut)) * weight > sound ? null : text;
}

function decodeGuessed(buffer: Buffer, fallback: string | null): string {
  if (isInformativeCharset(fallback, buffer)) {
    const text = decodeAs(buffer, nameOf(fallback));
    if (text !== null && !text.includes("\uFFFD")) return text;
  }
  return decodeKnown(buffer, guessCharset(buffer, decodeKnown));
}

function decodeKnown(buffer: Buffer, charset: string): string {
  return decodeAs(buffer, charset) ?? buffer.toString("latin1");
}

/** Decodes the encoded words of a header value (RFC 2047); other text stays. */
export function decodeWords(value: string): string {
  if (!value.includes("=?")) return value;
  let text = "";
  let end = 0;
  // Adjacent words of one character set are decoded together, because some programs split a character between them.
  let pending: { charset: string; bytes: Buffer[] } | null = null;
  const flush = () => {
    if (pending) text += decodeCharset(Buffer.concat(pending.bytes), pending.charset);
    pending = null;
  };
  for (const match of value.matchAll(encodedWord)) {
    const [word, charset = "", encoding = "", body = ""] = match;
    const between = value.slice(end, match.index);
    const previous: { charset: string; bytes: Buffer[] } | null = pending;
    const joins = previous !== null && between.trim() === "";
    if (!joins) {
      flush();
      text += between;
    }
    const bytes = encoding.toLowerCase() === "b" ? Buffer.from(body, "base64") : decodeQ(body);
    if (joins && previous.charset.toLowerCase() === charset.toLowerCase()) previous.bytes.push(bytes);
    else {
      flush();
      pending = { charset, bytes: [bytes] };
    }
    end = match.index + word.length;
  }
  flush();
  return text + value.slice(end);
}

function decodeQ(body: string): Buffer {
  const bytes = body
    .replace(/_/g, " ")
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

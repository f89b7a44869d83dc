import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { detect, detectAll } from "jschardet";

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

// Character sets that occur in mail. Others that the library knows, of terminals and mainframes, would only win short texts.
const latin = ["windows-1252", "windows-1250", "windows-1254", "iso-8859-2"];
const anyScript = [
  ...latin,
  ..."windows-1251 windows-1253 windows-1255 windows-1256 windows-874 koi8-r koi8-u iso-8859-5 iso-8859-7".split(" "),
  ..."shift_jis_2004 cp932 euc-jp euc-kr cp949 gb18030 big5hkscs utf-16-le utf-16-be".split(" "),
];
const sampleBytes = 8_192;

/** Guesses the character set of bytes that are not UTF-8, by a name that `decode` knows; Windows-1252 if nothing else is likely. */
function guessCharset(bytes: Buffer, decode: (bytes: Buffer, charset: string) => string): string {
  const sample = sampleOf(bytes);
  const western = decode(sample, "windows-1252");
  if (looksLatin(sample, western)) return guessLatin(sample, western);
  const kana = ["shift_jis", "euc-jp"].find((one) => isKana(decode(sample, one)));
  if (kana !== undefined) return kana;
  if (looksDos(sample, decode(sample, "cp866"))) return "cp866";
  const charset = libraryCharset(detect(sample, { detectEncodings: anyScript }).encoding);
  return mixesScripts(decode(sample, charset)) ? guessLatin(sample, western) : charset;
}

// Measured on short texts in a dozen languages: below these values, Western European is right more often.
const clearlyMore = 1.4;
const least = 0.02;

function guessLatin(sample: Buffer, text: string): string {
  if (!/[a-z][^\0-\x7F]|[^\0-\x7F][a-z]/i.test(text)) return "windows-1252";
  // Turkish has its own letters where Icelandic has these, and Icelandic text always has accents nearby.
  if (/[ýþð]/i.test(text) && !/[áéíóúæ]/i.test(text)) return "windows-1254";
  const found = detectAll(sample, { detectEncodings: latin, minimumThreshold: 0 });
  const western = found.find(({ encoding }) => libraryCharset(encoding) === "windows-1252")?.confidence ?? 0;
  const [best] = found;
  const isClear = best && best.confidence >= least && best.confidence >= western * clearlyMore;
  return isClear ? libraryCharset(best.encoding) : "windows-1252";
}

/** Whether bytes are Latin script: few beyond ASCII, in words that mostly have ASCII letters. */
function looksLatin(sample: Buffer, text: string): boolean {
  if (/[\u0192\x81\x8D\x8F\x90\x9D]/.test(text) || sample.includes(0)) return false;
  const runs = sample.toString("latin1").match(/[\x80-\xFF]+/g) ?? [];
  const total = runs.join("").length;
  if (runs.filter((run) => run.length > 2).join("").length * 2 > total) return false;
  const words = (text.match(/\p{L}{2,}/gu) ?? []).filter((word) => /[^a-z]/i.test(word));
  const mixed = words.filter((word) => word.replace(/[^a-z]/gi, "").length * 2 >= word.length);
  return mixed.length * 2 >= words.length;
}

/**
 * Whether bytes are DOS Russian, for which the library mistakes other texts. Its letters are where most sets have symbols, and real
 * words have lower case after the first letter.
 */
function looksDos(sample: Buffer, text: string): boolean {
  if (sample.some((byte) => (byte > 0xaf && byte < 0xe0) || byte > 0xf1)) return false;
  const words = text.match(/\p{Script=Cyrillic}+/gu) ?? [];
  const letters = words.join("").length;
  const usual = words.filter((word) => /^.[а-яё]*$/u.test(word) && word.length > 1).join("").length;
  return (
    letters >= 8 &&
    usual * 10 >= letters * 8 &&
    sample.filter((byte) => byte > 0x9f && byte < 0xb0).length * 4 > letters
  );
}

function libraryCharset(encoding: string | null): string {
  const name = (encoding ?? "windows-1252").toLowerCase();
  return renamed[name] ?? name;
}

// The library's names that differ from ours.
const renamed: Record<string, string> = {
  ascii: "windows-1252",
  shift_jis_2004: "shift_jis",
  cp932: "shift_jis",
  cp949: "euc-kr",
  big5hkscs: "big5-hkscs",
  "utf-16-le": "utf-16le",
  "utf-16-be": "utf-16be",
};

/** Returns lines that have bytes beyond ASCII, as only these say anything. */
function sampleOf(bytes: Buffer): Buffer {
  if (bytes.length <= sampleBytes || bytes.subarray(0, sampleBytes).includes(0)) return bytes.subarray(0, sampleBytes);
  const lines = bytes.toString("latin1", 0, 1_048_576).split("\n");
  const telling = lines.filter((line) => /[\x80-\xFF]/.test(line)).join("\n");
  return Buffer.from(telling.slice(0, sampleBytes), "latin1");
}

/** Whether most characters beyond ASCII are Japanese syllables. */
function isKana(text: string): boolean {
  const beyond = text.match(/[^\0-\x7F]/g)?.length ?? 0;
  return !text.includes("\uFFFD") && (text.match(/[\u3041-\u30FE]/g)?.length ?? 0) * 2 > beyond;
}

/** Whether most words in another script also contain Latin letters, as in no language: "sе" for "så". */
function mixesScripts(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) =>
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u.test(word),
  );
  const mixed = foreign.filter((word) => /\p{Script=Latin}/u.test(word));
  return mixed.length * 2 > foreign.length;
}

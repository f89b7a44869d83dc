import iconv from "iconv-lite";

// What mail programs write, and what they mean by it. Latin 1 and ASCII are read as Windows-1252, as browsers do.
const aliases: Record<string, string> = {
  "iso-8859-1": "windows-1252",
  latin1: "windows-1252",
  "8859-1": "windows-1252",
  "iso-8859-8-i": "iso-8859-8",
  "iso-8859-9": "windows-1254",
  "x-sjis": "shift_jis",
  "x-gbk": "gbk",
  "unicode-1-1-utf-7": "utf-7",
  "ks_c_5601-1987": "cp949",
  "x-windows-949": "cp949",
};
const guessed = new Set("ascii us-ascii ansi_x3.4-1968 7bit 8bit unknown-8bit x-unknown default".split(" "));
const encodedWord = /=\?([\w.:+-]{1,64})(?:\*[\w-]{0,32})?\?([bq])\?([^?\r\n]*)\?=/gi;

/** Decodes bytes of any declared character set to text; an unknown or wrong declaration is guessed, nothing throws. */
export function decodeCharset(bytes: Uint8Array, declared: string | null): string {
  const name = (declared ?? "")
    .trim()
    .toLowerCase()
    .replace(/^["']+|["']+$/g, "")
    .replace(/_(?=8859)/, "-");
  const charset = aliases[name] ?? name;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (charset === "" || guessed.has(charset)) return guessCharset(buffer);
  if (charset === "utf-8" || charset === "utf8") return decodeUtf8(buffer);
  if (/^iso-?2022-?(jp|kr|cn)/.test(charset)) return decodeWithPlatform(buffer, "iso-2022-jp") ?? guessCharset(buffer);
  if (iconv.encodingExists(charset)) return iconv.decode(buffer, charset).replace(/^\uFEFF/, "");
  return decodeWithPlatform(buffer, charset) ?? guessCharset(buffer);
}

function decodeWithPlatform(buffer: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(buffer);
  } catch {
    // The platform does not know the label either: the caller guesses.
    return null;
  }
}

function guessCharset(buffer: Buffer): string {
  // The escape sequences of ISO-2022-JP are unmistakable, and Japanese mail often leaves the charset out.
  if (buffer.includes("\u001B$B", 0, "latin1") || buffer.includes("\u001B$@", 0, "latin1")) {
    return decodeWithPlatform(buffer, "iso-2022-jp") ?? buffer.toString("latin1");
  }
  return decodeUtf8(buffer);
}

// Declared UTF-8 is often Windows-1252 in truth: it is when the broken sequences outnumber the sound ones.
function decodeUtf8(buffer: Buffer): string {
  const text = buffer.toString("utf8").replace(/^\uFEFF/, "");
  if (!text.includes("\uFFFD")) return text;
  let broken = 0;
  let sound = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) sound++;
  }
  return broken > sound ? iconv.decode(buffer, "windows-1252") : text;
}

/** Decodes the encoded words of a header value (RFC 2047); what is none stays as it is. */
export function decodeWords(value: string): string {
  if (!value.includes("=?")) return value;
  let text = "";
  let end = 0;
  // Words of one character set that stand together are decoded together: some programs cut a character in two.
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

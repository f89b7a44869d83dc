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
const guessed = new Set([
  "",
  "ascii",
  "us-ascii",
  "ansi_x3.4-1968",
  "7bit",
  "8bit",
  "unknown-8bit",
  "x-unknown",
  "default",
]);

/** Decodes bytes of any declared character set to text; an unknown or wrong declaration is guessed, nothing throws. */
export function decodeCharset(bytes: Uint8Array, declared: string | null): string {
  const name = (declared ?? "")
    .trim()
    .toLowerCase()
    .replace(/^["']+|["']+$/g, "")
    .replace(/_(?=8859)/, "-");
  const charset = aliases[name] ?? name;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (guessed.has(charset)) return guessCharset(buffer);
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

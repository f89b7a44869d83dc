import { detect, detectAll } from "jschardet";

// Character sets that occur in mail. Others that the library knows, of terminals and mainframes, would only win short texts.
const latin = ["windows-1252", "windows-1250", "windows-1254", "iso-8859-2"];
const anyScript = [
  ...latin,
  ..."windows-1251 windows-1253 windows-1255 windows-1256 windows-874 koi8-r koi8-u iso-8859-5 iso-8859-7".split(" "),
  ..."shift_jis_2004 cp932 euc-jp euc-kr cp949 gb18030 big5hkscs utf-16-le utf-16-be".split(" "),
];
const sampleBytes = 8_192;

/** Guesses the character set of bytes that are not UTF-8, by a name that `decode` knows; Windows-1252 if nothing else is likely. */
export function guessCharset(bytes: Buffer, decode: (bytes: Buffer, charset: string) => string): string {
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

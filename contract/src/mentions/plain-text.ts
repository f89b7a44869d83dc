/** Longer texts are read up to here: an order is named early. */
const maxCharacters = 10_000;

/**
 * Normalizes a text for the search of numbers: digits of all scripts as 0 to 9, full-width characters as narrow ones,
 * one kind of dash, and nothing invisible.
 */
export function plainText(text: string): string {
  return text
    .slice(0, maxCharacters)
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, "\n")
    .replace(/\p{Cf}|\p{Variation_Selector}|\u034f/gu, "")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[^\S\n]/g, " ");
}

// Each script has its ten digits in a row; only the mathematical ones form several consecutive rows.
function digitValue(codePoint: number): number {
  if (codePoint >= 0x1d7ce && codePoint <= 0x1d7ff) return (codePoint - 0x1d7ce) % 10;
  let zero = codePoint;
  while (codePoint - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return codePoint - zero;
}

const months =
  "jan(?:uary|uari?|vier)?|feb(?:ruary|ruari?)?|février|mar(?:ch|s|ts|zo|ca)?|märz|maart|apr(?:il|ile)?|avril|may|mai|maj|mei|june?|juni|juin|july?|juli|juillet|aug(?:ust|usti|ustus)?|août|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|o[ck]tober|okt|nov(?:ember|embre|iembre)?|de[cz](?:ember)?|décembre|jänner|enero|febrero|abril|mayo|junio|julio|agosto|diciembre|gennaio|febbraio|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|stycznia|lutego|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря";
// In Turkish, Hungarian and Hebrew.
const moreMonths =
  "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|január|február|március|április|május|június|július|augusztus|szeptember|október|ב?(?:ינואר|פברואר|מרץ|מרס|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)";
const allMonths = `${months}|${moreMonths}`;
const others = [
  // Web and mail addresses, names on social networks, and files.
  /\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}/gi,
  /(?<![\w.+%-])[\w.+%-]{1,64}@[\w.-]{1,255}/g,
  /(?<![\w.])@\w{1,50}/g,
  /(?<![\w-])[\w-]{1,80}\.(?:jpe?g|png|gif|heic|webp|pdf|docx?|xlsx?|mp4|mov|zip|eml|txt|csv)\b/gi,
  // IBANs (ISO 13616), printed in groups of four.
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2}(?: ?[A-Z0-9]{3}\b|(?: ?[A-Z0-9]{4}){1,5}(?: ?[A-Z0-9]{1,3})?\b)/g,
  // Dates and times.
  /(?<!\d)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  /(?<!\d)(?:19|20)\d{2}\. ?\d{1,2}\. ?\d{1,2}(?!\d)/g,
  new RegExp(`(?<!\\d)(?:19|20)\\d{2}\\.? (?:${moreMonths})(?!\\p{L})(?: \\d{1,2}(?!\\d))?`, "giu"),
  /(?<![\d./-])\d{1,2}[-/.] ?\d{1,2}[-/.] ?(?:19|20)?\d{2}(?![\d/-])/g,
  /\d{2,4} ?[年년] ?\d{1,2} ?[月월](?: ?\d{1,2} ?[日일])?/g,
  new RegExp(
    `(?<!\\d)\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?,? (?:de |of )?(?:${allMonths})(?!\\p{L})\\.?(?:,? (?:de |of )?(?:19|20)\\d{2})?(?!\\d)`,
    "giu",
  ),
  new RegExp(
    `(?<!\\p{L})(?:${allMonths})\\.? (?:\\d{1,2}(?:st|nd|rd|th)?(?:,? (?:19|20)\\d{2})?|(?:19|20)\\d{2})(?!\\d)`,
    "giu",
  ),
  /(?<!\d)\d{1,2}[:h]\d{2}(?::\d{2})?(?!\d)(?: ?[ap]\.?m\b)?/gi,
  /(?<!\d)\d{1,2}\.\d{2} (?:uhr|kl)\b/gi,
];

const listNumber = /^ {0,20}\d{1,2}(?:[.)]| ?-) (?=\S)/gm;
const monthOfYear = /(?<![\d./-])(?:0?[1-9]|1[0-2])[-/.](?:19|20)\d{2}(?![\d/-])/g;

/** Removes list numbers from a plain text, and months ("11/2026") unless the store's orders contain years. */
export function dropListNumbers(text: string, hasYears: boolean): string {
  const blank = (match: string) => " ".repeat(match.length);
  const bare = text.replace(listNumber, blank);
  return hasYears ? bare : bare.replace(monthOfYear, (match) => "\u0001".repeat(match.length));
}

/**
 * Replaces what is certainly no order's number in a plain text, such as an address or a date, by the same number of
 * unreadable characters.
 */
export function maskOthers(text: string): string {
  let masked = text;
  for (const pattern of others) masked = masked.replace(pattern, (match) => "\u0001".repeat(match.length));
  return masked;
}

/** A word, a row of digits, or another sign, and what precedes it: nothing, blanks, or a line end. */
export type Token = {
  kind: "digits" | "word" | "sign";
  text: string;
  gap: "" | " " | "\n";
  start: number;
  end: number;
};

// Scripts without blanks, whose words are separate beside Latin letters: 订单1042. "orderNo" is two words likewise.
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}ー";
const small = `(?:(?![${unspaced}\\p{Lu}])[\\p{L}\\p{M}])+`;
const pieces = new RegExp(`\\n|[ ]+|[0-9]+|[${unspaced}]+|\\p{Lu}+(?:${small})?|${small}|.`, "gsu");

/** Splits a plain text into words, numbers and signs. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let gap: Token["gap"] = "\n";
  for (const { 0: piece, index: start } of text.matchAll(pieces)) {
    if (piece === "\n") gap = "\n";
    else if (piece.startsWith(" ")) gap = gap === "\n" ? "\n" : " ";
    else {
      const kind = /^[0-9]/.test(piece) ? "digits" : /^[\p{L}\p{M}]/u.test(piece) ? "word" : "sign";
      tokens.push({ kind, text: piece, gap, start, end: start + piece.length });
      gap = "";
    }
  }
  return tokens;
}

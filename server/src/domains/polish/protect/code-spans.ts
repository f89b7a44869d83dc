import type { Span } from "./protected-spans.ts";

/** Which letters words have: where all may, one that English has not makes no name. */
export type Letters = "english" | "any";

// Endings of addresses and files: "shop.example" is one token, "days.thank you" is two words.
const endings = new Set(
  `com org net io co eu uk us de fr es it nl be at ch dk se no fi pl pt ie ca au app dev info biz shop store online site me
  tv example test local localhost pdf png jpg jpeg gif webp svg heic doc docx xls xlsx csv txt zip mp3 mp4 mov htm html json
  xml js ts`.split(/\s+/),
);

const signs: RegExp[] = [
  // Order numbers, stock-keeping units, tracking numbers, amounts, dates, telephone numbers.
  /\d/,
  /[@#/\\~_=€$£¥₹%‰§]/,
  // What is written in capitals, also inside a word: SKU, PayPal, iPhone.
  /[A-Z]{2}|[a-z][A-Z]/,
  /^[A-Z](?:[-&.][A-Z])+/,
  /^(?:[a-z]\.){2}/i,
  // An article's name, or a word such as "up-to-date": nobody is hurt when it stays.
  /[a-z]-[a-z]+-[a-z]/i,
];

/** A letter that English has not: a name, or a word of another language. */
const foreignLetter = /(?![A-Za-z])[\p{L}\p{M}]/u;

/** Whatever is no plain word between blanks and brackets: numbers, codes, addresses, file names, foreign words. */
export function codeSpans(text: string, letters: Letters = "english"): Span[] {
  return [...namedCodes(text), ...plainCodes(text, letters)];
}

/** What is called a code: "use code sory-discount". */
function namedCodes(text: string): Span[] {
  const pattern =
    /\b(?:code|coupon|voucher|sku|reference|ref|batch|label|tag|promo|article)s?:? +(?:is +)?([a-z]+-[a-z]+)\b/gi;
  return [...text.matchAll(pattern)].map(({ 0: { length }, 1: { length: code } = "", index }) => ({
    start: index + length - code,
    end: index + length,
  }));
}

function plainCodes(text: string, letters: Letters): Span[] {
  return [...text.matchAll(/[^\s()[\]<>"“”„«»]+/g)]
    .filter(
      ([token]) =>
        signs.some((sign) => sign.test(token)) ||
        hasEnding(token) ||
        (letters === "english" && foreignLetter.test(token)),
    )
    .map(({ 0: token, index }) => ({ start: index, end: index + token.length - punctuationAfter(token) }));
}

function hasEnding(token: string): boolean {
  const [first, ...rest] = token.toLowerCase().split(/[.?:]/);
  return first !== "" && rest.some((part) => endings.has(part));
}

/** What ends a sentence is not part of the number or the link at its end; the points of "p.m." are. */
function punctuationAfter(token: string): number {
  if (/^(?:[a-z]\.){2,}$/i.test(token)) return 0;
  let count = 0;
  while (count < token.length - 1 && ".,;:!?'’".includes(token[token.length - 1 - count] ?? "")) count += 1;
  return count;
}

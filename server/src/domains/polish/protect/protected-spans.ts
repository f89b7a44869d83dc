/** A piece of a text, from `start` up to, but not including, `end`. */
export type Span = { start: number; end: number };

// These run on the server's main thread on text that people type, so each is bounded and cannot search for long.
const patterns: RegExp[] = [
  /\{\{[^{}]{0,200}\}\}/g,
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{1,500}`/g,
  /^[ \t]{0,20}>.*$/gm,
  /(?<![\p{L}\d])"[^"]{1,2000}"(?![\p{L}\d])/gu,
  /“[^”]{1,1000}”|„[^“”]{1,1000}[“”]|«[^»]{1,1000}»|‘[^’\n]{1,500}’/g,
  /(?<=^|[\s(])'[^'\n]{1,200}'(?=$|[\s.,;:!?)])/gm,
];

/** Returns the parts of a text that must not change, in order: codes, numbers, links, quotes, placeholders and the `names`. */
export function protectedSpans(text: string, names: readonly string[], letters: Letters = "english"): Span[] {
  const spans = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
  spans.push(...codeSpans(text, letters), ...attachedSpans(text), ...findNames(text, names));
  spans.push(...capitalSpans(text), ...signatureSpans(text));
  return joinSpans(
    text,
    spans.filter(({ start, end }) => end > start),
  );
}

/** Joins spans that overlap, or have only blanks between them, as in an IBAN written in groups. */
function joinSpans(text: string, spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && (span.start <= last.end || /^[ \t]+$/.test(text.slice(last.end, span.start)))) {
      last.end = Math.max(last.end, span.end);
    } else result.push({ ...span });
  }
  return result;
}

const separator = /^([-=_*─━])\1{2,}$/;

/** Returns text that was attached to a reply, not typed by its writer: a block with a link, or one between lines of dashes. */
function attachedSpans(text: string): Span[] {
  const spans: Span[] = [];
  let blockStart = 0;
  let openedAt: number | null = null;
  let at = 0;
  for (const line of text.split("\n")) {
    const words = line.trim();
    const end = at + line.length;
    if (words === "") blockStart = end + 1;
    if (/^(?:View Document|Attached file):/.test(words)) spans.push({ start: blockStart, end });
    if (separator.test(words)) {
      spans.push({ start: openedAt ?? blockStart, end });
      openedAt = openedAt === null ? blockStart : null;
    }
    at = end + 1;
  }
  return spans;
}

const greeting =
  /^[ \t]{0,20}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|guten (?:tag|morgen|abend)|hallo|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|ch(?:er|ère)|hola|buen(?:os|as) (?:días|tardes|noches)|estimad[oa]|querid[oa]|ciao|buon(?:giorno|asera)|gentile|car[oa]|beste|geachte|goede(?:morgen|middag|navond)|cześć|dzień dobry|szanown[ay]|olá|bo(?:m|a) (?:dia|tarde|noite)|prezad[oa]) +([^\n,!.:;]{1,60})(?=[,!.:;]|$)/gim;
const closing =
  /^(?:(?:with )?(?:(?:best|kind|warm|kindest|warmest|many) )?(?:regards|wishes|thanks)|best|sincerely|yours(?: \w+)?|cheers|thank you|greetings|(?:mit )?(?:viele|freundliche|beste|liebe|herzliche)n? grü(?:ß|ss)en?|(?:bien )?cordialement|(?:un )?saludos?|atentamente|(?:cordiali|distinti) saluti|met vriendelijke groet(?:en)?|pozdrawiam|z poważaniem|atenciosamente|(?:com os melhores )?cumprimentos),?$/i;

/** Returns the names in greetings at the start of a line, and the signature: the few short lines after a closing phrase. */
function signatureSpans(text: string): Span[] {
  const names = [...text.matchAll(greeting)].flatMap((match) => {
    const name = match[1] ?? "";
    const end = match.index + match[0].length;
    return isName(name) ? [{ start: end - name.length, end }] : [];
  });
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => closing.test(line.trim()));
  const after = lines.slice(last + 1).filter((line) => line.trim() !== "");
  if (last < 0 || after.length === 0 || after.length > 6 || !after.every(isSignatureLine)) return names;
  return [...names, { start: lines.slice(0, last + 1).join("\n").length, end: text.length }];
}

function isSignatureLine(line: string): boolean {
  const words = line.trim();
  return words.length <= 60 && words.split(/\s+/).length <= 6 && !/[.!?]$/.test(words);
}

/** Whether the words are a name: one word, or several that are all capitalised, so not "hello we have received it". */
function isName(words: string): boolean {
  const parts = words.trim().split(/\s+/);
  return parts.length === 1 || parts.every((word) => /^\p{Lu}/u.test(word));
}

// Words that are no names even with a capital.
const noNames = new Set(
  `a an the i i'm i've i'll i'd our your my his her their its this that these those we you it he she they in on at for from to with by and
  but or nor if when while as please thank thanks hi hello hey dear yes no is are was were do does did can could will would should may
  might must have has had there here what where who whom whose how why which not all both some any each every sorry good best kind
  warm let just so then also because since until unfortunately ask see use contact call after before once although though regards
  wishes many much more most other another one two three about into over under of re good morning afternoon evening ok okay well
  it's that's there's we're you're they're don't we've you've we'll you'll isn't can't
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
  december english german french italian spanish portuguese dutch christmas easter
  ihr ihre ihren ihrem sie wir der die das den ein eine vielen unser unsere diese dieser bitte wann wo was wie votre nous vous le les un une ce cette
  su sus nuestro nuestra el los las il lo gli uw ons onze het een nasz nasza państwa o os as seu sua no nosso nossa`.split(
    /\s+/,
  ),
);

const word = String.raw`\p{Lu}[\p{L}\p{M}]*(?:['’]\p{L}+)*`;
const particle =
  "(?:van|von|der|den|de|di|da|del|della|du|la|le|el|al|bin|ter|zu|dos|das|ten|des|les|sur|am|im|zum|zur|auf|bei|op|aan)";
const capitalised = new RegExp(String.raw`(?<![\p{L}\p{N}'’])${word}(?![\p{L}\p{N}])`, "gu");
const titled = new RegExp(
  String.raw`(?<!\p{L})(?:[Mm]rs?|[Mm]s|[Mm]x|[Mm]iss|[Dd]r|[Pp]rof|[Pp]rofessor|[Ss]ir|[Mm]adam|[Ll]ady|[Ll]ord|Rev|Herrn?|Frau|M|Mme|Mlle|Monsieur|Madame|Señora?|Sra?|Sig|Signora?|Dott|Pana?|Pani|Dhr|Mevr|[Mm]eneer|[Mm]evrouw)\.? +(?:${particle} )*${word}(?:[ -](?:${particle} )*${word}){0,3}`,
  "gu",
);
const street = new RegExp(String.raw`\d+[a-z]?,? +${word}|${word} +\d`, "gu");

/**
 * Returns words that count as names for their capital: after a title, beside another capitalised word, or beside a number as in a street
 * address. Words that often begin sentences, and days, do not count.
 */
function capitalSpans(text: string): Span[] {
  const words = [...text.matchAll(capitalised)]
    .filter(([found]) => !noNames.has(found.toLowerCase().replace("’", "'")))
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  const adjacent = words.filter(
    (word, index) => areNeighbours(text, words[index - 1], word) || areNeighbours(text, word, words[index + 1]),
  );
  const rest = [titled, street].flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(
        ([found]) =>
          /\p{Lu}/u.test(found) &&
          !(pattern === street && noNames.has((/\p{L}{2,}/u.exec(found)?.[0] ?? "").toLowerCase())),
      )
      .map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
  return [...adjacent, ...rest];
}

const between = new RegExp(`^ (?:&|and|${particle}(?: ${particle})?)? ?$`);

function areNeighbours(text: string, first: Span | undefined, second: Span | undefined): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    second.start - first.end < 12 &&
    between.test(text.slice(first.end, second.start))
  );
}

/** With "english", a word with a letter that English does not have counts as a name. */
type Letters = "english" | "any";

// Endings of domains and files: "shop.example" is one token, "days.thank you" is two words.
const endings = new Set(
  `com org net io co eu uk us de fr es it nl be at ch dk se no fi pl pt ie ca au app dev info biz shop store online site me
  tv example test local localhost pdf png jpg jpeg gif webp svg heic doc docx xls xlsx csv txt zip mp3 mp4 mov htm html json
  xml js ts`.split(/\s+/),
);

const signs: RegExp[] = [
  // Order numbers, stock-keeping units, tracking numbers, amounts, dates, telephone numbers.
  /\d/,
  /[@#/\\~_=€$£¥₹%‰§]/,
  // Capitals, also within a word: SKU, PayPal, iPhone.
  /[A-Z]{2}|[a-z][A-Z]/,
  /^[A-Z](?:[-&.][A-Z])+/,
  /^(?:[a-z]\.){2}/i,
  // An article's name, or a word such as "up-to-date", which may well stay uncorrected.
  /[a-z]-[a-z]+-[a-z]/i,
];

/** A letter that English does not have, as in a name or a foreign word. */
const foreignLetter = /(?![A-Za-z])[\p{L}\p{M}]/u;

/** Returns every token that is no plain word: numbers, codes, addresses, file names, foreign words. */
export function codeSpans(text: string, letters: Letters = "english"): Span[] {
  return [...namedCodes(text), ...plainCodes(text, letters)];
}

/** Returns words that the text calls a code: "use code sory-discount". */
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

/** Counts the punctuation after a number or link, which belongs to the sentence; the points of "p.m." belong to the token. */
function punctuationAfter(token: string): number {
  if (/^(?:[a-z]\.){2,}$/i.test(token)) return 0;
  let count = 0;
  while (count < token.length - 1 && ".,;:!?'’".includes(token[token.length - 1 - count] ?? "")) count += 1;
  return count;
}

/**
 * Finds names of people, shops and products: full names in any case, their single words only capitalised. A lower-case "will" is a word
 * even if somebody is called Will.
 */
function findNames(text: string, names: readonly string[]): Span[] {
  const fullNames = names.map((name) => name.trim()).filter((name) => /\s/.test(name));
  const parts = [...wordsOfNames(names)].map((word) => word[0]?.toUpperCase() + word.slice(1));
  return [...matches(text, fullNames, "giu"), ...matches(text, parts, "gu")];
}

/** Returns all words of the names, in lower case. */
export function wordsOfNames(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().match(/[\p{L}'’]{2,}/gu) ?? []));
}

function matches(text: string, names: readonly string[], flags: string): Span[] {
  if (names.length === 0) return [];
  // The longest first, as the first alternative that matches wins.
  const alternatives = [...new Set(names)]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join("|")})(?![\\p{L}\\p{N}])`, flags);
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

/** A text with stand-ins for its protected spans, and a way back to positions in the original. */
type MaskedText = {
  text: string;
  /** Maps a span of the masked text to the original; null if it touches a stand-in. */
  original(start: number, end: number): Span | null;
  /** Whether the word before or after a span of the masked text is a stand-in. */
  isBesideProtected(start: number, end: number): boolean;
};

/** Replaces every protected span with `standIn(index)`. */
export function maskText(text: string, spans: readonly Span[], standIn: (index: number) => string): MaskedText {
  let masked = "";
  let at = 0;
  const holes = spans.map((span, index) => {
    masked += text.slice(at, span.start);
    const start = masked.length;
    masked += standIn(index);
    at = span.end;
    return { start, end: masked.length, span };
  });
  masked += text.slice(at);
  const toOriginal = (place: number) => {
    const before = holes.findLast(({ end }) => end <= place);
    return before ? before.span.end + place - before.end : place;
  };
  return {
    text: masked,
    original(start, end) {
      if (holes.some((hole) => start < hole.end && end > hole.start)) return null;
      return { start: toOriginal(start), end: toOriginal(start) + end - start };
    },
    isBesideProtected: (start, end) =>
      holes.some(
        (hole) =>
          (hole.start >= end && /^[^\p{L}]*$/u.test(masked.slice(end, hole.start))) ||
          (hole.end <= start && /^[^\p{L}]*$/u.test(masked.slice(hole.end, start))),
      ),
  };
}

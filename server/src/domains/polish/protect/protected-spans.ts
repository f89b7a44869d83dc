/** A piece of a text, from `start` up to, but not including, `end`. */
export type Span = { start: number; end: number };

// The server's own thread runs these on what people type: each has a bound, so that none can be made to search for long.
const patterns: RegExp[] = [
  /\{\{[^{}]{0,200}\}\}/g,
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{1,500}`/g,
  /^[ \t]{0,20}>.*$/gm,
  /(?<![\p{L}\d])"[^"]{1,2000}"(?![\p{L}\d])/gu,
  /“[^”]{1,1000}”|„[^“”]{1,1000}[“”]|«[^»]{1,1000}»|‘[^’\n]{1,500}’/g,
  /(?<=^|[\s(])'[^'\n]{1,200}'(?=$|[\s.,;:!?)])/gm,
];

/** The pieces of a text that stay as they are, in order: codes, numbers, links, quotes, placeholders and the `names`. */
export function protectedSpans(text: string, names: readonly string[], letters: Letters = "english"): Span[] {
  const spans = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
  spans.push(...codeSpans(text, letters), ...attachedSpans(text), ...findNames(text, names));
  spans.push(...capitalSpans(text), ...signatureSpans(text));
  return joined(
    text,
    spans.filter(({ start, end }) => end > start),
  );
}

/** Overlapping spans become one, and so do neighbours with nothing but blanks in between: an IBAN is written in groups. */
function joined(text: string, spans: Span[]): Span[] {
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

/** What was attached to a reply as text, the store's words and not the writer's: a block with a link, or one between lines of dashes. */
function attachedSpans(text: string): Span[] {
  const spans: Span[] = [];
  let blockStart = 0;
  let opened: number | null = null;
  let at = 0;
  for (const line of text.split("\n")) {
    const words = line.trim();
    const end = at + line.length;
    if (words === "") blockStart = end + 1;
    if (/^(?:View Document|Attached file):/.test(words)) spans.push({ start: blockStart, end });
    if (separator.test(words)) {
      spans.push({ start: opened ?? blockStart, end });
      opened = opened === null ? blockStart : null;
    }
    at = end + 1;
  }
  return spans;
}

const greeting =
  /^[ \t]{0,20}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|guten (?:tag|morgen|abend)|hallo|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|ch(?:er|ère)|hola|buen(?:os|as) (?:días|tardes|noches)|estimad[oa]|querid[oa]|ciao|buon(?:giorno|asera)|gentile|car[oa]|beste|geachte|goede(?:morgen|middag|navond)|cześć|dzień dobry|szanown[ay]|olá|bo(?:m|a) (?:dia|tarde|noite)|prezad[oa]) +([^\n,!.:;]{1,60})(?=[,!.:;]|$)/gim;
const closing =
  /^(?:(?:with )?(?:(?:best|kind|warm|kindest|warmest|many) )?(?:regards|wishes|thanks)|best|sincerely|yours(?: \w+)?|cheers|thank you|greetings|(?:mit )?(?:viele|freundliche|beste|liebe|herzliche)n? grü(?:ß|ss)en?|(?:bien )?cordialement|(?:un )?saludos?|atentamente|(?:cordiali|distinti) saluti|met vriendelijke groet(?:en)?|pozdrawiam|z poważaniem|atenciosamente|(?:com os melhores )?cumprimentos),?$/i;

/** Whoever is greeted at the start of a line, and the signature: the few short lines that follow a closing formula at the end. */
function signatureSpans(text: string): Span[] {
  const greeted = [...text.matchAll(greeting)].flatMap((match) => {
    const name = match[1] ?? "";
    const end = match.index + match[0].length;
    return isName(name) ? [{ start: end - name.length, end }] : [];
  });
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => closing.test(line.trim()));
  const after = lines.slice(last + 1).filter((line) => line.trim() !== "");
  if (last < 0 || after.length === 0 || after.length > 6 || !after.every(isSignatureLine)) return greeted;
  return [...greeted, { start: lines.slice(0, last + 1).join("\n").length, end: text.length }];
}

function isSignatureLine(line: string): boolean {
  const words = line.trim();
  return words.length <= 60 && words.split(/\s+/).length <= 6 && !/[.!?]$/.test(words);
}

/** One word, or several that are all capitalised: "hello we have received it" greets nobody by name. */
function isName(words: string): boolean {
  const all = words.trim().split(/\s+/);
  return all.length === 1 || all.every((word) => /^\p{Lu}/u.test(word));
}

// Whoever writes them with a capital names nobody.
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
 * Words whose capital makes them names: after a title, beside another with a capital, or beside a number as a street is. Words that open
 * sentences, and days, are no neighbours.
 */
function capitalSpans(text: string): Span[] {
  const words = [...text.matchAll(capitalised)]
    .filter(([found]) => !noNames.has(found.toLowerCase().replace("’", "'")))
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  const besides = words.filter(
    (one, index) => areNeighbours(text, words[index - 1], one) || areNeighbours(text, one, words[index + 1]),
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
  return [...besides, ...rest];
}

const between = new RegExp(`^ (?:&|and|${particle}(?: ${particle})?)? ?$`);

function areNeighbours(text: string, one: Span | undefined, other: Span | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    other.start - one.end < 12 &&
    between.test(text.slice(one.end, other.start))
  );
}

/** Which letters words have: where all may, one that English has not makes no name. */
type Letters = "english" | "any";

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

/**
 * Where names of people, shops and products stand: those of several words in any case, each single word where it is
 * capitalised. A lower-case "will" is a word even when somebody is called Will.
 */
function findNames(text: string, names: readonly string[]): Span[] {
  const whole = names.map((name) => name.trim()).filter((name) => /\s/.test(name));
  const parts = [...wordsOfNames(names)].map((word) => word[0]?.toUpperCase() + word.slice(1));
  return [...matches(text, whole, "giu"), ...matches(text, parts, "gu")];
}

/** Every word of some names, in lower case. */
export function wordsOfNames(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().match(/[\p{L}'’]{2,}/gu) ?? []));
}

function matches(text: string, wanted: readonly string[], flags: string): Span[] {
  if (wanted.length === 0) return [];
  // The longest first: an alternative that matches hides those after it.
  const either = [...new Set(wanted)]
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${either.join("|")})(?![\\p{L}\\p{N}])`, flags);
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

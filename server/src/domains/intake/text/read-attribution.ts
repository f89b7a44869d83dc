import { dateWords, easternVerbs, fillers, verbs } from "./mail-words.ts";

/**
 * How sure it is that words are an attribution ("On <date> <somebody> wrote:"): in any case, or only if the text below is marked as a
 * quote.
 */
export type Attribution = "certain" | "above_a_quote";

/** The first two lines of words that stood on several lines, and the words below the first. */
export type AttributionLines = { first: string; second: string; below: string };

const month = "[\\p{L}\\p{M}][\\p{L}\\p{M}'’׳.॰]{1,13}";
const time = "\\d{1,2}\\s?(?:[:.h時点时시]|uhr)\\s?\\d{2}(?!\\d)|\\d{1,2}\\s?[ap]\\.?m\\b|\\d{1,2}時";
const dates = [
  "\\d{4}\\s?[年년./-]\\s?\\d{1,2}\\s?[月월./-]\\s?\\d{1,2}(?:\\s?[日号號일])?",
  "\\d{1,2}\\s?[./-]\\s?\\d{1,2}\\s?[./-]\\s?\\d{2,4}",
  "\\d{1,2}-\\p{L}{3,10}\\.?-\\d{2,4}",
  `\\d{1,2}(?:\\.|er|st|nd|rd|th|º)?,?\\s(?:de\\s|d['’])?${month},?\\s(?:de\\s|del\\s)?\\d{4}`,
  `${month}\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s\\d{4}`,
  `\\d{4}[.,]?\\s(?:g\\.\\s\\d{1,2}\\.\\s${month}|${month}\\s\\d{1,2})`,
  "\\d{1,2}\\s(?:thg|tháng)\\s[\\d\\p{L}]{1,6},?\\s(?:năm\\s)?\\d{4}",
];
// A date without a year counts only if a time follows.
const yearless = `(?:\\d{1,2}\\.?\\s(?:de\\s)?${month}|${month}\\s\\d{1,2}),?\\s(?:[\\p{L}()]{1,6}\\.?\\s){0,2}(?=${time})`;
const datePattern = new RegExp(`(?<!\\d)(?:(?:${dates.join("|")})(?!\\d)|${yearless})`, "iu");
const year = /\d{4}|\d[./-]\d{1,2}[./-]\d/;
const timePattern = new RegExp(`(?<!\\d)(?:${time})`, "iu");
const boundary = "(?=$|[\\s:：*\"'<>,(-])";
const verbPattern = new RegExp(`(?<=^|[\\s>)"*\\]»”’،,])(?:${verbs})${boundary}|${easternVerbs}`, "iu");
const allVerbs = new RegExp(verbPattern.source, "giu");
const verbAtEnd = new RegExp(`(?:(?<=^|[\\s>)"*\\]»”’،,])(?:${verbs})|(?:${easternVerbs}))$`, "iu");
const easternEnd = new RegExp(`(?:${easternVerbs})\\s?[:：]?$`, "u");
// "On Monday I wrote:", in either order, is somebody's own sentence.
const persons =
  "i|we|he|she|they|ich|wir|er|je|j'ai|nous|il|elle|ils|yo|io|eu|jag|jeg|ik|wij|hij|zij|han|hon|hun|minä|ja|já|én|я|мы|он|она|аз|ми|він|вона|εγώ|ben";
const personVerb = new RegExp(
  `(?:^|\\s)(?:${persons})\\s(?:have |had |also |just |already |hab |habe |ai |avons |ho |har |heb )?(?:${verbs})${boundary}|(?:^|\\s)(?:${verbs})\\s(?!je[\\s:：])(?:${persons})(?=$|[\\s:：])`,
  "iu",
);
const you =
  /(?:^|\s)(?:you|sie|du|ihr|vous|tu|usted|ustedes|vos|você|vocês|lei|voi|je|jij|ni|te|ty|pan|pani|вы|ты|ви|siz|sen)(?=$|[\s:：])/iu;
// One character before the "@" is enough to recognize an address, and cannot backtrack.
const address = /[^\s<>()"@]@[\p{L}\d_][\p{L}\d_.-]/u;
const bracketed = /[<([][^<>()[\]]{1,200}@[^<>()[\]]{1,200}[>)\]]/;
const quoting =
  /^(?:quoting|zitat von|zitiere|citando(?: a)?|citat|citerar|citeren|cytowanie|selon|цитирование|цитат от|цитат|lainaus)\s/iu;

/** Makes words plain: one line, without marks of quoting, emphasis and direction, and with digits 0 to 9. */
export function plainWords(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff*_]/g, "")
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .replace(/^[\s>|~=-]{1,60}/, "")
    .replace(/[\s~=|-]{1,60}$/, "")
    .trim();
}

/** Whether text contains an e-mail address. */
export function hasAddress(text: string): boolean {
  return address.test(text);
}

/** Whether text contains a time of day. */
export function hasTime(text: string): boolean {
  // "01.02" in a date is no time.
  return timePattern.test(plainWords(text.slice(0, 300)).replace(datePattern, " "));
}

/** Whether text contains a day with its month, and a year or time. */
export function hasDate(text: string): boolean {
  return datePattern.test(plainWords(text.slice(0, 300)));
}

/** A quick check whether a line may be the last of an attribution. */
export function mayEndAttribution(line: string): boolean {
  const end = line.slice(-100).replace(/[\s*_~=|\u00a0\u200b-\u200f\u202a-\u202e\u2066-\u2069-]{1,60}$/, "");
  if (/[:：]$/.test(end)) return true;
  if (/[>)]$/.test(end)) return address.test(end) || verbAtEnd.test(end.slice(-30));
  return /\p{L}$/u.test(end) && verbAtEnd.test(end.slice(-30));
}

/** Whether a plain line begins with a preposition or a weekday and contains a number: "On Wed, Dec 9, John". */
export function beginsWithDay(line: string): boolean {
  return /\d/.test(line) && dateWords.has((/^[\p{L}\p{M}]{1,20}/u.exec(line)?.[0] ?? "").toLowerCase());
}

/** Whether a line ends with a verb of writing ("… wrote:") that is about somebody else. */
export function endsWithWroteVerb(line: string): boolean {
  const words = plainWords(line.slice(-80)).replace(/\s?[:：]$/, "");
  return verbAtEnd.test(words) && !personVerb.test(words);
}

/** Judges whether plain `words` are an attribution with a date; null if not. */
export function judgeDated(words: string, lines: AttributionLines | null, isQuoteNext: boolean): Attribution | null {
  const date = /\d/.test(words) ? datePattern.exec(words) : null;
  if (!date || personVerb.test(words)) return null;
  const before = words.slice(0, date.index);
  const after = words.slice(date.index + date[0].length);
  const judged = isHead(before)
    ? judgeDateFirst(words, after, isQuoteNext)
    : judgeSenderFirst(words, before, after, isQuoteNext);
  if (judged === null || (lines && !isWrapped(lines, isHead(before)))) return null;
  return isQuoteNext || (judged === "certain" && (bracketed.test(words) || !you.test(words))) ? judged : null;
}

/** Judges whether plain `words` are an attribution by sender and verb alone, which counts only above a marked quote. */
export function judgeUndated(words: string, isQuoteNext: boolean): Attribution | null {
  if (!isQuoteNext || words.length > 300 || personVerb.test(words)) return null;
  const sender = bracketed.exec(words);
  const isWithVerb = verbPattern.test(words) && (/[:：]$/.test(words) || verbAtEnd.test(words));
  if (sender && isWithVerb && isName(words)) return "above_a_quote";
  if (sender && quoting.test(words) && /[:：]$/.test(words)) return "above_a_quote";
  return /^\S{1,64}@[\w.-]{1,190}\s/.test(words) && isWithVerb && words.split(" ").length <= 4 ? "above_a_quote" : null;
}

// Matches "On <date>, <sender> wrote:", "Am <Tag> schrieb <Absender>:" and "<date> <sender>:".
function judgeDateFirst(words: string, after: string, isQuoteNext: boolean): Attribution | null {
  const isColon = /[:：]$/.test(words);
  const verb = verbPattern.exec(after);
  const sender = stripTime(after);
  if (!verb) {
    if (/(?:^|\s)[^\s<>@]{1,64}@[\w.-]{1,190}\s?[:：]$/.test(after))
      return hasTime(words) && isName(sender) ? "certain" : null;
    if (!bracketed.test(after) || isSelf(sender)) return null;
    if (/[>)\]"»”]{1,3}\s?[:：]$/.test(words)) return hasTime(words) ? "certain" : null;
    return isQuoteNext && (isColon || /[>)]$/.test(words)) ? "above_a_quote" : null;
  }
  if (!isColon && !verbAtEnd.test(words)) return null;
  if (bracketed.test(after) || (address.test(after) && isName(sender))) return isSelf(sender) ? null : "certain";
  if (nameWords(sender).length === 0) return null;
  const isWhole = hasTime(words) && year.test(words);
  return isWhole && isName(sender) ? "certain" : isQuoteNext ? "above_a_quote" : null;
}

// Matches "<sender> wrote on <date>:", "<sender>于<date>写道：" and "<sender>, <date> tarihinde şunu yazdı:".
function judgeSenderFirst(words: string, before: string, after: string, isQuoteNext: boolean): Attribution | null {
  const isColon = /[:：]$/.test(words);
  const isVerbBefore = verbPattern.test(before);
  if (!isVerbBefore && !verbPattern.test(after)) return isQuoteNext ? judgeVerbless(words, before, after) : null;
  if (!(isColon || easternEnd.test(words)) || !isName(before) || nameWords(stripTime(after)).length > 2) return null;
  // With an address on each side, the first belongs to the writer's own line above.
  if (bracketed.test(before)) return bracketed.test(after) ? null : "certain";
  // The sender is on the line above.
  if (isVerbBefore && !address.test(before) && nameWords(before).length === 0) return null;
  if (isVerbBefore && address.test(before) && hasTime(words)) return "certain";
  return isQuoteNext && (isVerbBefore || easternEnd.test(words)) ? "above_a_quote" : null;
}

// Matches "* <sender> [<date>]:" and "<sender> (<date>):".
function judgeVerbless(words: string, before: string, after: string): Attribution | null {
  const head = /[>)\]]\s?[[(]([^<>()[\]]{0,30})$/.exec(before)?.[1];
  const isEnclosed = head !== undefined && isHead(head) && /[\])]\s?[:：]$/.test(after);
  const isWhole = hasTime(words) && nameWords(stripTime(after)).length === 0;
  return isEnclosed && isWhole && bracketed.test(before) && isName(before) ? "above_a_quote" : null;
}

/**
 * Whether an attribution may continue below a plain line: the line ends no sentence and contains only names, or it ends inside an
 * address.
 */
export function mayReadOn(line: string): boolean {
  if (/<[^<>]{0,200}$/.test(line)) return true;
  return !/[!?;。！？…]$|(?<!\([^()]{1,20})[:：]$/.test(line) && isName(stripTime(line.replace(datePattern, " ")));
}

/** Whether plain words are an attribution that lacks only the date. */
export function saysSender(words: string): boolean {
  return judgeUndated(words, true) !== null && nameWords(words).length > 0 && !hasTime(words);
}

const courtesy =
  /^(?:(?:with |mit |avec |con |com |med |z |s )?(?:\p{L}{1,15} ){0,2}(?:thank|regards|wishes|cheers|sincerely|dank|grüß|gruss|gruß|merci|salutations|cordialement|gracias|saludos|grazie|saluti|obrigad|cumprimentos|abraços|groet|tack|hälsning|hilsen|takk|terveisin|kiitos|pozdr|dzięku|děku|ďaku|köszön|üdv|mulțum|спасибо|уважением|привет|дякую|повагою|благодар|поздрави|ευχαριστώ|teşekk|saygı|selam)|best$|yours)/iu;

/**
 * Whether the plain line `above` is the sender's name before an attribution that begins with the address in `below`: it ends in "<", or
 * it is a name of several words and the whole is longer than a line that programs leave unbroken (RFC 3676: up to 78 characters).
 */
export function isBrokenBeforeAddress(above: string, below: string): boolean {
  if (above.length > 60 || /[\d@,:：]/.test(above)) return false;
  const names = nameWords(above).filter((word) => /^[\p{Lu}\p{Lo}]/u.test(word));
  if (above.endsWith(" <"))
    return names.length === nameWords(above).length && /^[^\s<>]{1,200}@[^\s<>]{1,200}>/.test(below);
  if (above.length + below.length < 76) return false;
  return names.length >= 2 && /^[<(][^<>()\s]{1,200}@[^<>()\s]{1,200}[>)]/.test(below) && !isCourtesy(above);
}

/** Whether a plain line closes a letter, so that the name below is its writer's. */
export function isCourtesy(line: string): boolean {
  return /,$/.test(line) || (!/[:：]$/.test(line) && line.length <= 40 && courtesy.test(line));
}

// A line with a date, above a complete attribution, may be the writer's own, so it must look like a program's.
function isWrapped({ first, second, below }: AttributionLines, isDateFirst: boolean): boolean {
  const isComplete = saysSender(below);
  if (!isDateFirst) return !isComplete;
  if (first.length + (second.split(" ")[0] ?? "").length >= 55) return true;
  const isDateOnly = /^\d/.test(first) && nameWords(stripTime(first.replace(datePattern, " "))).length === 0;
  return !isDateOnly && (!isComplete || (hasTime(first) && hasDate(first) && year.test(first)));
}

// Whether words are nothing but prepositions, weekdays and times.
function isHead(words: string): boolean {
  if (words.length > 40) return false;
  const parts = stripTime(words)
    .toLowerCase()
    .split(/[\s,.،、()"-]+/)
    .filter((word) => !/^\d?$/.test(word) && !dateWords.has(word));
  return parts.length === 0;
}

function stripTime(words: string): string {
  return words.replace(/\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?/g, " ").replace(/[+-]\d{2}:?\d{2}\b/g, " ");
}

/** Returns the words that may be a name, without addresses, numbers, verbs and words of introductions. */
function nameWords(words: string): string[] {
  return words
    .replace(/[<([][^<>()[\]]{0,300}@[^<>()[\]]{0,200}[>)\]]/g, " ")
    .replace(allVerbs, " ")
    .replace(/\([^()]{0,60}\)/g, " ")
    .split(/[\s,،、，"“”„«»<>()[\]:：]+/)
    .map((word) => word.replace(/^[.'’-]{1,3}|[.'’-]{1,3}$/g, ""))
    .filter((word) => {
      const lower = word.toLowerCase();
      return /\p{L}/u.test(word) && !/[\d@]/.test(word) && !fillers.has(lower) && !dateWords.has(lower);
    });
}

const selfWords = new Set(
  "i i'm i've my me we our us your you yours ich wir mein meine meinen ihr ihre je nous mon ma mes votre vos yo mi mis su mio mia nostro eu meu minha ik wij mijn uw jag vi min mitt er jeg mit vår minä mój moja můj moje я мы мой моя наш ваш".split(
    " ",
  ),
);

// A name has few words, at most one of them in lower case; in scripts without case it is short.
function isName(words: string): boolean {
  const names = nameWords(words);
  const small = names.filter((word) => /^\p{Ll}/u.test(word));
  const caseless = names.filter((word) => /^\p{Lo}/u.test(word)).join("");
  return names.length <= 8 && small.length <= 1 && caseless.length <= 20 && !isSelf(words);
}

// "your colleague" and "ich habe" are the writer's own words.
function isSelf(words: string): boolean {
  const names = nameWords(words);
  return (
    names.some((word) => (/^\p{Ll}/u.test(word) || word === "I") && selfWords.has(word.toLowerCase())) ||
    /^(?:My|Our|Your|We|You)$/.test(names[0] ?? "")
  );
}

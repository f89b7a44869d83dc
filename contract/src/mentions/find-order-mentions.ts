import { glueOf, isCountOfOrders, isDenied, isPlainlyCalled } from "./denied-or-counted.ts";
import { type Habits, withoutZeros } from "./habits.ts";
import { endOfRun, isAmount, isMeasure, isRun, isUnit, isYear, standsWithin } from "./is-run-or-measure.ts";
import type { Passages } from "./named-numbers.ts";
import { isLinkWord, isPart, isPlainFollower, isRangeWord, kindOf } from "./order-words.ts";
import { readTokens, type Token } from "./plain-text.ts";
import { type Label, readLabel } from "./read-label.ts";
import { keysOf, readNumber, textOf, type WrittenNumber } from "./read-number.ts";

/** A number in a text that may be an order's. */
export type OrderMention = Pick<WrittenNumber, "digits" | "keys"> & {
  /** Its number as the platform counts. */
  numbers: string[];
  /** As written in the text. */
  written: string;
  /** Where it stands in its passage, with a "#" before it. */
  start: number;
  end: number;
  /**
   * How it is mentioned: "named" as an order's number by a word, a sign or the store's own format; "alone" in a mail
   * with little else; "loose" where it may be anything, and counts only if the writer has an order with that number.
   */
  strength: "named" | "alone" | "loose";
  /** Whether it may be another number: letters in place of digits or after them, or a year. */
  isDoubtful: boolean;
  /** Whether the text denies it. */
  isDenied: boolean;
  /** Whether it need not be reported as missing where there is no such order. */
  isQuiet: boolean;
};

const fewWords = 8;
const longestRange = 20;

/**
 * Finds the numbers in a text's passages that may be orders' in a store with these habits; excludes amounts, dates and
 * the like.
 */
export function findOrderMentions({ passages, ofYears, words, isOfOrders }: Passages, habits: Habits): OrderMention[] {
  const hasYears = habits.affixes.some(({ prefix, suffix }) => [...prefix, ...suffix].some(isYear));
  return ((hasYears && ofYears) || passages).flatMap((passage) => {
    const reader: Reader = { tokens: readTokens(passage), habits, mentions: [], before: null, words, isOfOrders };
    for (let at = 0; at < reader.tokens.length; at += 1) {
      if (reader.tokens[at]?.kind === "digits") at = readNumberAt(reader, at);
    }
    return reader.mentions;
  });
}

type Before = { number: WrittenNumber; label: Label };
type Reader = {
  tokens: readonly Token[];
  habits: Habits;
  mentions: OrderMention[];
  /** The previous number, with which the next one may form a list. */
  before: Before | null;
  words: number;
  /** Whether the text mentions an order anywhere. */
  isOfOrders: boolean;
};

/** Reads the number at a token, and returns the index of its last token. */
function readNumberAt(reader: Reader, at: number): number {
  const { tokens, habits } = reader;
  const written = readNumber(tokens, at, habits);
  const beside = readLabel(tokens, written.first, written.last);
  const isListed = isListedWith(reader, written, beside);
  const label = isListed && reader.before ? reader.before.label : nearLabel(tokens, written, beside);
  const number = label.kind === "order" ? joinBlanks(tokens, written, habits) : written;
  const end = Math.max(at, number.last);
  const isNamed = label.kind === "order" || label.isHashed;
  const isCounted = number.grouping === "decimals" || (number.grouping === "thousands" && !isNamed);
  if (isCounted || isAmount(tokens, number.first, number.last, isNamed)) {
    reader.before = null;
    return end;
  }
  const strength = strengthOf(reader, number, label, isListed);
  if (strength === null) {
    const isOpen = number.affix === "none" && (label.kind === null || label.kind === "unknown");
    const run = isOpen ? endOfRun(tokens, number) : end;
    reader.before =
      label.kind === "other" || label.kind === "soft" ? { number: { ...number, last: run }, label } : null;
    return Math.max(end, run);
  }
  if (isListed && reader.before && isRangeBetween(tokens, reader.before.number, number)) addRange(reader, number);
  reader.mentions.push(mentionOf(reader, number, label, strength));
  reader.before = { number, label };
  return end;
}

function mentionOf(
  { tokens, habits }: Reader,
  number: WrittenNumber,
  label: Label,
  strength: OrderMention["strength"],
): OrderMention {
  const { first, last, digits, affix } = number;
  const keys = affix === "none" ? keysOf(digits, habits.affixes, habits) : number.keys;
  const numbers = affix === "none" ? [withoutZeros(digits)] : [];
  const isSure = label.isHashed || label.isNumbered || affix === "own";
  const isPlain = isPlausible(digits, habits) && isPlainlyCalled(tokens, label, number);
  const hash = label.isHashed && /^[#№]$/.test(tokens[first - 1]?.text ?? "") ? first - 1 : first;
  return {
    digits,
    keys,
    numbers,
    strength,
    written: textOf(tokens, hash, last).replace(/ /g, ""),
    start: tokens[hash]?.start ?? 0,
    end: tokens[last]?.end ?? 0,
    isDoubtful: number.isRepaired || glueOf(tokens, number, label) !== null || (isYear(digits) && !isSure && !isPlain),
    isDenied: isDenied(tokens, number),
    isQuiet: digits.length < Math.min(3, habits.shortest) && (label.kind !== "order" || !isSure),
  };
}

function strengthOf(
  reader: Reader,
  number: WrittenNumber,
  label: Label,
  isListed: boolean,
): OrderMention["strength"] | null {
  const { tokens, habits } = reader;
  const { digits, affix } = number;
  const next = wordAfter(tokens, number);
  const isCounting = next !== null && /^\p{Ll}/u.test(next.text) && !goesOn(next);
  if (label.kind === "other" || (affix === "foreign" && isUnit(tokens, number))) return null;
  const glue = glueOf(tokens, number, label);
  // "#2026goals"
  if (glue === "ordinal" || (glue === "letters" && label.kind !== "order" && isYear(digits))) return null;
  if (glue === "letters" && label.kind !== "order") return "loose";
  if (label.kind === "soft") return strengthOfSoft(reader, number, label, isListed);
  if (isCountOfOrders(tokens, label, digits.length < Math.min(3, habits.shortest))) return null;
  if (label.kind === "order") {
    // "Black Friday 2026 order"
    if (label.at < 0 && isYear(digits) && !label.isHashed) return null;
    // "1042/2026" is an order of that year.
    if (isListed && isYear(digits)) return "loose";
    if (isListed) return isPlausible(digits, habits) && !isName(next) ? "named" : null;
    if (label.isNumbered || label.isHashed) return "named";
    const isAsked = isAskedFor(tokens, label);
    // "in my order, 1042 lumens bright"
    const isApart = tokens[number.first - 1]?.text === "," && label.at >= 0;
    if (isCounting && (isAsked || isApart || digits.length < 3)) return null;
    return isAsked ? "loose" : "named";
  }
  if (label.kind === "loose" && label.isNumbered) return "loose";
  if (label.isHashed || (label.isNumbered && label.kind === null && reader.isOfOrders && !isRun(tokens, number))) {
    if (isListed && (!isPlausible(digits, habits) || isName(next))) return null;
    return digits.length < 3 && isCounting ? null : "named";
  }
  if (affix === "own") return "named";
  if (affix === "foreign" || isRun(tokens, number) || isMeasure(tokens, number) || digits.length < 3) return null;
  if (label.kind === "loose") return isName(next) ? null : "loose";
  if (isAlone(reader, number)) return "alone";
  if (isListed && isPlausible(digits, habits) && !isName(next)) return "loose";
  return isBare(reader, number, next) ? "loose" : null;
}

// "refund #1042" is an order, "refund 1042" may be one, and "paid 1042" is none.
function strengthOfSoft(
  { tokens, habits }: Reader,
  number: WrittenNumber,
  { isHashed, isNumbered, isClaim }: Label,
  isListed: boolean,
): OrderMention["strength"] | null {
  const { digits, affix } = number;
  if (affix === "own") return isNumbered ? null : "named";
  const next = wordAfter(tokens, number);
  const isCounting = next !== null && /^\p{Ll}/u.test(next.text) && !goesOn(next);
  if (isListed && (!isPlausible(digits, habits) || isName(next))) return null;
  if (isHashed) {
    const isLong = digits.length >= (isClaim ? Math.min(3, habits.shortest) : 3);
    return isNumbered || !isLong || affix === "foreign" ? null : "named";
  }
  if (!isClaim || affix === "foreign" || isCounting || isName(next)) return null;
  const isOpen = isPlausible(digits, habits) && digits.length > 2;
  return isOpen && !isRun(tokens, number) && !isMeasure(tokens, number) ? "loose" : null;
}

/** Whether a number has as many digits as the store's, with room for growth. */
function isPlausible(digits: string, { shortest, longest }: Habits): boolean {
  return digits.length >= shortest && digits.length <= longest + 1;
}

// "Can I order 1042 lamps", "I want to order 1042", but not "with regard to order 1042".
function isAskedFor(tokens: readonly Token[], { at }: Label): boolean {
  const [before, verb] = [tokens[at - 1]?.text ?? "", tokens[at - 2]?.text ?? ""];
  if (/^to$/i.test(before))
    return /^(?:wants?|wanted|like|need|wish|going|able|trying|tried|love|how|possible|us|me)$/i.test(verb);
  return /^(?:i|we|you|can|could|would|will|ich|wir|je|nous|yo|io)$/i.test(before);
}

/** The word after a number on its line, separated by a blank at most. */
function wordAfter(tokens: readonly Token[], { last }: WrittenNumber): Token | null {
  const next = tokens[last + 1];
  return next?.kind === "word" && next.gap !== "\n" ? next : null;
}

function goesOn({ text }: Token): boolean {
  // "1042 of them": the Dutch "of" also precedes a number, but then joins two.
  return isPlainFollower(text) || isRangeWord(text) || (isLinkWord(text) && text !== "of");
}

// A town after its postcode, a street after its house number.
function isName(next: Token | null): boolean {
  return (
    next !== null &&
    /^\p{Lu}/u.test(next.text) &&
    !/^(?:I|Please|Thanks?|But|And|Where|When|Why|Is|The)$/.test(next.text)
  );
}

function isAlone({ tokens, words }: Reader, { first, last }: WrittenNumber): boolean {
  if (words > fewWords) return false;
  let [from, to] = [first, last];
  while (tokens[from]?.gap !== "\n" && from > 0) from -= 1;
  while (to + 1 < tokens.length && tokens[to + 1]?.gap !== "\n") to += 1;
  return tokens
    .slice(from, to + 1)
    .every(({ kind }, index) => kind === "sign" || (from + index >= first && from + index <= last));
}

// Within a sentence that continues after it, without words for other things that have numbers.
function isBare({ tokens, habits }: Reader, number: WrittenNumber, next: Token | null): boolean {
  const { digits, first } = number;
  const isOfLength = digits.length >= habits.shortest && digits.length <= habits.longest;
  const isWithin = standsWithin(tokens, number);
  if (!isOfLength || isYear(digits)) return false;
  if (next !== null && !goesOn(next) && !(isWithin && !isCounted(next))) return false;
  const line: Token[] = [];
  for (let at = first - 1; at >= Math.max(0, first - 6) && tokens[at + 1]?.gap !== "\n"; at -= 1) {
    const token = tokens[at] as Token;
    if (/^[.!?;]$/.test(token.text) || line.length === 3) break;
    // "the refund for 1042": says for what, not how much.
    if (/^(?:for|für|pour|para|per|voor|för|for|do|за)$/i.test(token.text)) break;
    if (token.kind === "word") line.push(token);
    else if (/^[+*×x=~/@©&]$/.test(token.text)) return false;
  }
  const [nearest] = line;
  const previous = tokens[first - 1];
  // "the wrong size in 1042", "the item from 1042"
  if (isWithin) return !line.some(({ text }) => isElsewhere(text) && !isPart(text));
  // "Długa 1042" is usually a street.
  if (previous?.kind === "word" && previous.gap === " " && /^(?!Sie$|Ihre?$)\p{Lu}\p{Ll}/u.test(previous.text))
    return false;
  if (nearest && (/^(?:at|um|à)$/i.test(nearest.text) || /^\p{Lu}{2,5}$/u.test(nearest.text))) return false;
  return !line.some(({ text }) => isElsewhere(text));
}

function isElsewhere(word: string): boolean {
  return /^(?:other|soft)$/.test(kindOf(word) ?? "");
}

// "in 1042 boxes", "in 1042 hours", "in 1042 Budapest"
function isCounted(next: Token): boolean {
  return isName(next) || /.{3}s$/.test(next.text);
}

// A label on the line above counts only for a number that is alone on its line.
function nearLabel(tokens: readonly Token[], number: WrittenNumber, label: Label): Label {
  return label.isAbove && wordAfter(tokens, number) ? { ...label, kind: null, isNumbered: false } : label;
}

const listSigns = /^[,/&+;|•*()#:、，·.°º№-]$/;

// "orders 1042, 1043 and 1050": the others share the first one's label.
function isListedWith({ tokens, before }: Reader, { first }: WrittenNumber, { kind, isHashed }: Label): boolean {
  if (!before || isHashed || (kind !== null && kind !== "unknown")) return false;
  const separators = tokens.slice(before.number.last + 1, first);
  const isList = (token: Token) =>
    token.kind === "sign"
      ? listSigns.test(token.text)
      : isLinkWord(token.text) || isRangeWord(token.text) || kindOf(token.text) === "between";
  return separators.length <= 6 && separators.every(isList);
}

function isRangeBetween(tokens: readonly Token[], from: WrittenNumber, to: WrittenNumber): boolean {
  const [between, more] = tokens.slice(from.last + 1, to.first);
  return between !== undefined && more === undefined && (between.text === "-" || isRangeWord(between.text));
}

// "1042 to 1045" also means those between, if they are the writer's.
function addRange({ before, mentions, habits, tokens }: Reader, to: WrittenNumber): void {
  if (before?.number.affix !== "none" || to.affix !== "none" || to.digits.length > 15) return;
  const [min, max] = [Number(before.number.digits), Number(to.digits)];
  if (max - min > longestRange) return;
  for (let number = min + 1; number < max; number += 1) {
    const digits = String(number);
    const keys = keysOf(digits, habits.affixes, habits);
    const written = { written: digits, digits, keys, numbers: [digits] };
    const place = { start: tokens[to.first]?.start ?? 0, end: tokens[to.last]?.end ?? 0 };
    mentions.push({ ...written, ...place, strength: "loose", isDoubtful: false, isDenied: false, isQuiet: true });
  }
}

// "order 4500 123" is one number where the store's have seven digits.
function joinBlanks(tokens: readonly Token[], number: WrittenNumber, habits: Habits): WrittenNumber {
  if (number.affix !== "none" || number.digits.length >= habits.shortest) return number;
  let { digits, last } = number;
  while (digits.length < habits.shortest) {
    const next = tokens[last + 1]?.text === "-" ? last + 2 : last + 1;
    const isNear = tokens.slice(last + 1, next + 1).every(({ gap }) => gap === (next === last + 1 ? " " : ""));
    if (tokens[next]?.kind !== "digits" || !isNear) break;
    last = next;
    digits += tokens[last]?.text ?? "";
  }
  if (last === number.last || !isPlausible(digits, habits)) return number;
  return { ...number, digits, last };
}

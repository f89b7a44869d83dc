import { findParcelNumbers, type ParcelNumber } from "./find-parcel-numbers.ts";
import { kindOf } from "./order-words.ts";
import { dropListNumbers, maskOthers, plainText, readTokens, type Token } from "./plain-text.ts";

/** The places of a text that a number stands at: which of these are orders', only what a store calls its orders can say. */
export type Passages = {
  /** Each with the words around it that say what it is the number of. */
  passages: string[];
  /** The same where a month of a year may be the number of an order; absent where that makes no difference. */
  ofYears?: string[];
  /** How many words the whole text has. */
  words: number;
  /** Whether it speaks of an order anywhere. */
  isOfOrders: boolean;
};
/** What a part of a text may name: the writer's own words, or the lines in it that quote. */
type Named = Passages & { parcels: ParcelNumber[]; isQuoted: boolean };

/**
 * The numbers that a text may name orders and parcels by, as they are kept with it: what they mean is decided at each look, as an
 * order may come later than what names it, and a store may begin to number otherwise.
 */
export type NamedNumbers = readonly Named[];

/** Finds the numbers in a text by which it may name orders or parcels; nothing in one without digits. Takes time linear in its length. */
export function findNamedNumbers(text: string): NamedNumbers {
  return partQuotes(plainText(text)).flatMap(({ part, isQuoted }) => {
    if (!/[0-9]/.test(part)) return [];
    const named = { ...passagesOf(part), parcels: findParcelNumbers(part), isQuoted };
    return named.passages.length + named.parcels.length > 0 || named.ofYears ? [named] : [];
  });
}

/** How long what is kept of a text is, which is what reading it takes. */
export function lengthOf(numbers: NamedNumbers): number {
  return numbers.flatMap(({ passages }) => passages).reduce((sum, passage) => sum + passage.length, 0);
}

// Lines that begin with ">" are quotes, even in what counts as new of a message.
function partQuotes(text: string): { part: string; isQuoted: boolean }[] {
  const lines = text.split("\n");
  const part = (isQuoted: boolean) =>
    lines
      .filter((line) => /^ *>/.test(line) === isQuoted)
      .map((line) => (isQuoted ? line.replace(/^[ >]+/, "") : line))
      .join("\n");
  return [
    { part: part(false), isQuoted: false },
    { part: part(true), isQuoted: true },
  ];
}

/** The passages of a plain text (`plainText`). */
export function passagesOf(text: string): Passages {
  const [withMonths, withYears] = [dropListNumbers(text, false), dropListNumbers(text, true)];
  const { passages, tokens } = cutPassages(withMonths);
  const words = tokens.filter(({ kind }) => kind === "word");
  const isOfOrders = words.some((word) => kindOf(word.text) === "order");
  const ofYears = withMonths === withYears ? {} : { ofYears: cutPassages(withYears).passages };
  return { passages, ...ofYears, words: words.length, isOfOrders };
}

/** Further from a number nothing says what it is, in tokens: label, denial and the rest of the number are nearer. */
const around = { before: 30, behind: 24 };

function cutPassages(text: string): { passages: string[]; tokens: Token[] } {
  const masked = maskOthers(text);
  const tokens = readTokens(masked);
  const passages: string[] = [];
  let from = 0;
  let to = -1;
  const end = () => {
    if (to >= 0) passages.push(cutOut(masked, tokens, from, to));
  };
  for (const [at, { kind }] of tokens.entries()) {
    if (kind !== "digits") continue;
    const begin = Math.max(0, at - around.before);
    if (begin > to + 1 || to < 0) {
      end();
      from = begin;
    }
    to = Math.min(tokens.length - 1, at + around.behind);
  }
  end();
  return { passages, tokens };
}

/** What is cut off a line stands there as a word, so that no number stands alone which did not. */
const cut = { before: "x\u0001", behind: "\u0001x" };

function cutOut(masked: string, tokens: readonly Token[], from: number, to: number): string {
  const [first, last, next] = [tokens[from], tokens[to], tokens[to + 1]];
  if (!first || !last) return "";
  const before = first.gap === "\n" ? "" : `${cut.before}${first.gap}`;
  const behind = !next || next.gap === "\n" ? "" : `${next.gap}${cut.behind}`;
  return `${before}${masked.slice(first.start, last.end)}${behind}`;
}

import { findParcelNumbers, type ParcelNumber } from "./find-parcel-numbers.ts";
import { kindOf } from "./order-words.ts";
import { dropListNumbers, maskOthers, plainText, readTokens, type Token } from "./plain-text.ts";

/** A text's passages with numbers; which of them are orders' depends on the store's naming. */
export type Passages = {
  /** Each number with the words around it that say what it belongs to. */
  passages: string[];
  /** The same, keeping months of a year, which may be order numbers in some stores; absent where equal. */
  ofYears?: string[];
  /** How many words the whole text has. */
  words: number;
  /** Whether the text mentions an order anywhere. */
  isOfOrders: boolean;
};
/** The numbers in the writer's own words, or in quoted lines. */
type Named = Passages & { parcels: ParcelNumber[]; isQuoted: boolean };

/**
 * The numbers in a text that may name orders and parcels, as stored with it. They are interpreted each time they are
 * read, as an order may arrive later, or a store may change its numbering.
 */
export type NamedNumbers = readonly Named[];

/**
 * Extracts the numbers of a text that may name orders or parcels; empty for one without digits. Takes time linear in
 * its length.
 */
export function findNamedNumbers(text: string): NamedNumbers {
  return partQuotes(plainText(text)).flatMap(({ part, isQuoted }) => {
    if (!/[0-9]/.test(part)) return [];
    const named = { ...passagesOf(part), parcels: findParcelNumbers(part), isQuoted };
    return named.passages.length + named.parcels.length > 0 || named.ofYears ? [named] : [];
  });
}

/** The length of the stored numbers, which is the cost of reading them. */
export function lengthOf(numbers: NamedNumbers): number {
  return numbers.flatMap(({ passages }) => passages).reduce((sum, passage) => sum + passage.length, 0);
}

// Lines that begin with ">" are quotes, even in the new part of a message.
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

/** In tokens: label, denial and the rest of a number are within this distance. */
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

/** Replaces cut-off text by a word, so that no number appears to be alone. */
const cut = { before: "x\u0001", behind: "\u0001x" };

function cutOut(masked: string, tokens: readonly Token[], from: number, to: number): string {
  const [first, last, next] = [tokens[from], tokens[to], tokens[to + 1]];
  if (!first || !last) return "";
  const before = first.gap === "\n" ? "" : `${cut.before}${first.gap}`;
  const behind = !next || next.gap === "\n" ? "" : `${next.gap}${cut.behind}`;
  return `${before}${masked.slice(first.start, last.end)}${behind}`;
}

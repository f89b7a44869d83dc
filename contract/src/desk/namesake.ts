import type { Mailbox } from "../recipients.ts";
import { foldLetters } from "../search/fold.ts";

/** A person whom the store knows, or the store itself. */
export type Known = Mailbox & { isStore?: boolean };

/**
 * Whether a person could be mistaken for one of these at another address (docs/product.md#choosing-whom-an-answer-goes-to): because the
 * name has the same words in any order, all words of a person's name and more, or the store's words in order and more.
 */
export function namesakeOf(people: readonly Known[]): (one: Mailbox) => boolean {
  const all = people.flatMap(({ email, name, isStore = false }) => {
    const words = wordsIn(name);
    return words.length === 0 ? [] : [{ email, words, isStore, sorted: joined(words) }];
  });
  return ({ email, name }) => {
    if (name?.trim().toLowerCase() === email) return false;
    const words = wordsIn(name);
    const sorted = joined(words);
    return all.some((other) => other.email !== email && (other.sorted === sorted || holds(words, other)));
  };
}

/** Whether a name contains the store's words in order, or all of a person's words, if those are several. */
function holds(words: readonly string[], other: { words: readonly string[]; isStore: boolean }): boolean {
  if (other.isStore) return ` ${words.join(" ")} `.includes(` ${other.words.join(" ")} `);
  return other.words.length > 1 && other.words.every((word) => words.includes(word));
}

const joined = (words: readonly string[]) => words.toSorted().join(" ");

/** Splits a name into words, whatever their spelling; a name of only signs is split at its spaces. */
function wordsIn(name: string | null): string[] {
  const folded = foldLetters(name ?? "").replace(/['’‘ʼ`.]/g, "");
  const words = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  return words.length > 0 ? words : folded.split(/\s+/).filter(Boolean);
}

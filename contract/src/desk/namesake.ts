import type { Mailbox } from "../recipients.ts";
import { foldLetters } from "../search/fold.ts";

/** Somebody whom the store knows, or the store. */
export type Known = Mailbox & { isStore?: boolean };

/**
 * Whether somebody could be taken for one of these, who has another address (docs/product.md#choosing-whom-an-answer-goes-to): by the same
 * words in any order, by all words of a person's name among others, or by the store's words in its order among others.
 */
export function namesakeOf(known: readonly Known[]): (one: Mailbox) => boolean {
  const all = known.flatMap(({ email, name, isStore = false }) => {
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

/** Whether one's words hold the store's, one behind the other, or all of a person's, who has several. */
function holds(words: readonly string[], other: { words: readonly string[]; isStore: boolean }): boolean {
  if (other.isStore) return ` ${words.join(" ")} `.includes(` ${other.words.join(" ")} `);
  return other.words.length > 1 && other.words.every((word) => words.includes(word));
}

const joined = (words: readonly string[]) => words.toSorted().join(" ");

/** A name's words, however they are written; signs alone are one word where a name has nothing else. */
function wordsIn(name: string | null): string[] {
  const folded = foldLetters(name ?? "").replace(/['’‘ʼ`.]/g, "");
  const words = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  return words.length > 0 ? words : folded.split(/\s+/).filter(Boolean);
}

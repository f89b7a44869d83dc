import type { Colleague } from "@deskhand/contract/team";

/** A name may have so many characters, and so many colleagues are offered. */
const LONGEST = 100;
const MOST = 6;

/**
 * Where the name begins and ends that is being typed at the caret: from its `@`, which stands neither in a word nor in an
 * address, on the same line. Null where none is.
 */
export function findMention(text: string, caret: number): { start: number; end: number } | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret <= start || caret - start > LONGEST + 1) return null;
  if (text.slice(start, caret).includes("\n")) return null;
  if (/[\p{L}\p{N}_][%+=~&-]{0,3}$/u.test(text.slice(Math.max(0, start - 5), start))) return null;
  return { start, end: caret };
}

/** People of one name as they are offered. */
export interface Mentionable {
  id: string;
  name: string;
  /** How many have this name: all of them are told. */
  count: number;
}

/** The active colleagues whose name, or a word of it, begins as it was typed; the names that begin so first. */
export function mentionable(colleagues: readonly Colleague[], typed: string, ownId: string): Mentionable[] {
  const wanted = folded(typed);
  // After a name and a blank the text goes on.
  if (typed.endsWith("  ") || (typed.startsWith(" ") && typed !== "")) return [];
  const byName = Map.groupBy(
    colleagues.filter(({ id, isActive }) => isActive && id !== ownId),
    ({ name }) => folded(name),
  );
  return [...byName]
    .map(([name, people]) => ({ rank: rankOf(name, wanted), people }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .flatMap(({ people }) => people.slice(0, 1).map(({ id, name }) => ({ id, name, count: people.length })))
    .slice(0, MOST);
}

function rankOf(name: string, wanted: string): number | null {
  if (name === wanted.trim() && wanted !== name) return null;
  if (name.startsWith(wanted)) return 0;
  return name.split(/[\s-]+/).some((word) => word.startsWith(wanted)) ? 1 : null;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The text with a whole name in place of what was typed of it, and where the caret goes. */
export function withMention(
  text: string,
  { start, end }: { start: number; end: number },
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(end).replace(/^ /, ""), caret: before.length };
}

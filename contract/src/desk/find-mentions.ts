/** A name after an `@`, and the people who have it. */
export interface Mention<Person> {
  /** The name in lower case, as it is compared. */
  name: string;
  /** Everybody with that name; empty if nobody has it. */
  people: Person[];
  /** Whether several people share this first name, so that nobody is meant. */
  isUnclear: boolean;
}

/**
 * Finds the people that a text mentions with `@`, each once (docs/product.md#mentions): by their whole name, the longest that
 * fits, or by their first name if they are among `called`. Case does not matter, and a mention inside a word or an address does
 * not count. Everybody with the same whole name is meant.
 */
export function findMentions<Person extends { name: string }>(
  text: string,
  people: readonly Person[],
  called: readonly Person[] = people,
): Mention<Person>[] {
  const names = byFirstSign(people, called);
  const found = new Map<string, Mention<Person>>();
  const signs = folded(text);
  for (let at = signs.indexOf("@"); at >= 0; at = signs.indexOf("@", at + 1)) {
    if (!canBegin(signs, at)) continue;
    const candidates = names.get(signs.charAt(at + 1)) ?? [];
    const match = candidates.find(({ name }) => signs.startsWith(name, at + 1) && canEnd(signs, at + 1 + name.length));
    const mention = match ?? nobodyAt(signs, at + 1);
    if (mention) found.set(mention.name, mention);
  }
  return [...found.values()];
}

/** Returns the word there as a name that nobody has. */
function nobodyAt(signs: string, at: number): Mention<never> | null {
  const word = /^\p{L}[\p{L}\p{N}\p{M}_'\u2019-]*/u.exec(signs.slice(at, at + longestName))?.[0] ?? "";
  return word !== "" && canEnd(signs, at + word.length) ? { name: word, people: [], isUnclear: false } : null;
}

const longestName = 100;

/** Groups names in their compared form by first character, longest first. */
function byFirstSign<Person extends { name: string }>(
  people: readonly Person[],
  called: readonly Person[],
): Map<string, Mention<Person>[]> {
  const isCalled = new Set(called);
  const wholes = Map.groupBy(people, ({ name }) => folded(name).trim());
  const firsts = Map.groupBy(called, ({ name }) => folded(name).trim().split(" ", 1)[0] ?? "");
  const named: Mention<Person>[] = [...wholes].map(([name, people]) => ({ name, people, isUnclear: false }));
  for (const [name, people] of firsts) {
    // A whole name wins over the first name of another person.
    if (wholes.get(name)?.some((person) => isCalled.has(person))) continue;
    named.unshift({ name, people, isUnclear: people.length > 1 });
  }
  const possible = named.filter(({ name }) => name !== "");
  possible.sort((one, other) => other.name.length - one.name.length);
  return Map.groupBy(possible, ({ name }) => name.charAt(0));
}

/** Invisible direction marks, and marks that make a character a coloured one. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]|[\ufe0e\ufe0f]|\ufeff/g;

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(unseen, "").replace(/\s+/g, " ");
}

/** Letters of scripts without spaces between words: a name may begin and end anywhere among them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** The end of a word, or of the part before the @ of an address. */
const wordBefore = /[\p{L}\p{N}\p{M}_][%+=~&-]{0,3}$/u;
/** A character that continues a word, or an emoji of several characters. */
const goesOn = /[\p{L}\p{N}\p{M}_]|\u200d|\p{Emoji_Modifier}/u;
/** How far back to look for the beginning of a web address. */
const linkLength = 200;

function canBegin(text: string, at: number): boolean {
  const before = lastSign(text.slice(Math.max(0, at - 2), at));
  if (unspaced.test(before)) return true;
  if (wordBefore.test(text.slice(Math.max(0, at - 6), at))) return false;
  // A link to a person's page mentions nobody: https://social.example/@ada
  const word =
    text
      .slice(Math.max(0, at - linkLength), at)
      .split(" ")
      .at(-1) ?? "";
  return !word.includes("://") && !/(?:^|[("'<[])www\.|\.\p{L}{2,24}(?::\d{1,5})?\//u.test(word);
}

function canEnd(text: string, end: number): boolean {
  const last = lastSign(text.slice(Math.max(0, end - 2), end));
  const next = firstSign(text.slice(end, end + 2));
  if (unspaced.test(last) && unspaced.test(next)) return true;
  if (goesOn.test(next) || next === "@") return false;
  // "ada.lovelace" and "ada-marie" are another person's longer name, or a mail server's.
  return !(/[.\-+]/.test(next) && /[\p{L}\p{N}]/u.test(firstSign(text.slice(end + 1, end + 3))));
}

// A character may have two code units.
function lastSign(text: string): string {
  return [...text].at(-1) ?? "";
}

function firstSign(text: string): string {
  return [...text][0] ?? "";
}

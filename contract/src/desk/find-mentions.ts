/** What stands after an `@`, and whose name it is. */
export interface Mention<Person> {
  /** As it is compared: in lower case. */
  name: string;
  /** All of that name; none where it is nobody's. */
  people: Person[];
  /** Whether it is the first name of several, of whom none is meant. */
  isUnclear: boolean;
}

/**
 * The people that a text names by `@`, once each (docs/product.md#mentions): by their whole name, the longest that stands there, or by
 * their first name, where they are among those `called` so; upper and lower case alike, neither within a word nor within an address.
 * Whoever have the same whole name are all meant.
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
    const of = names.get(signs.charAt(at + 1)) ?? [];
    const meant = of.find(({ name }) => signs.startsWith(name, at + 1) && canEnd(signs, at + 1 + name.length));
    const mention = meant ?? nobodyAt(signs, at + 1);
    if (mention) found.set(mention.name, mention);
  }
  return [...found.values()];
}

/** The word that stands there, as the name of nobody. */
function nobodyAt(signs: string, at: number): Mention<never> | null {
  const word = /^\p{L}[\p{L}\p{N}\p{M}_'\u2019-]*/u.exec(signs.slice(at, at + longestName))?.[0] ?? "";
  return word !== "" && canEnd(signs, at + word.length) ? { name: word, people: [], isUnclear: false } : null;
}

const longestName = 100;

/** Names as they are compared, the longest first, by what they begin with. */
function byFirstSign<Person extends { name: string }>(
  people: readonly Person[],
  called: readonly Person[],
): Map<string, Mention<Person>[]> {
  const isCalled = new Set(called);
  const wholes = Map.groupBy(people, ({ name }) => folded(name).trim());
  const firsts = Map.groupBy(called, ({ name }) => folded(name).trim().split(" ", 1)[0] ?? "");
  const named: Mention<Person>[] = [...wholes].map(([name, people]) => ({ name, people, isUnclear: false }));
  for (const [name, people] of firsts) {
    // Who is called just so is meant before who only begins so.
    if (wholes.get(name)?.some((person) => isCalled.has(person))) continue;
    named.unshift({ name, people, isUnclear: people.length > 1 });
  }
  const possible = named.filter(({ name }) => name !== "");
  possible.sort((one, other) => other.name.length - one.name.length);
  return Map.groupBy(possible, ({ name }) => name.charAt(0));
}

/** Marks of direction that stand in a text unseen, and those that make a sign a coloured one. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]|[\ufe0e\ufe0f]|\ufeff/g;

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(unseen, "").replace(/\s+/g, " ");
}

/** Letters of scripts that put no space between words: there a name begins and ends anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** The end of a word, or of what stands before the @ of an address. */
const wordBefore = /[\p{L}\p{N}\p{M}_][%+=~&-]{0,3}$/u;
/** What goes on with a word, or with the sign of a person that is put together of several. */
const goesOn = /[\p{L}\p{N}\p{M}_]|\u200d|\p{Emoji_Modifier}/u;
/** The longest beginning of a web address that is looked back for. */
const linkLength = 200;

function canBegin(text: string, at: number): boolean {
  const before = lastSign(text.slice(Math.max(0, at - 2), at));
  if (unspaced.test(before)) return true;
  if (wordBefore.test(text.slice(Math.max(0, at - 6), at))) return false;
  // A page of somebody of that name: https://social.example/@ada
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
  // "ada.lovelace", "ada-marie": a longer name of somebody else, or of a mail server.
  return !(/[.\-+]/.test(next) && /[\p{L}\p{N}]/u.test(firstSign(text.slice(end + 1, end + 3))));
}

// A sign may be of two code units.
function lastSign(text: string): string {
  return [...text].at(-1) ?? "";
}

function firstSign(text: string): string {
  return [...text][0] ?? "";
}

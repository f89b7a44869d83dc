import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectNameable } from "./mentions.queries.ts";

/** Whom a note names: those who can be told, by their ids, and the names of those who cannot, as they left or have not joined. */
export type Mentioned = { told: string[]; notTold: string[] };

/**
 * Whom of the tenant's people a note of somebody's names by `@name` (docs/product.md#mentions); never its author. Of the names that
 * were chosen when it was written nobody may be there any more.
 */
export async function findMentioned(
  tx: TenantTx,
  { content, authorId }: { content: string; authorId: string | null },
  chosenNames: readonly string[] = [],
): Promise<Mentioned> {
  // Only a person tells others.
  if (authorId === null || !folded(content).includes("@")) return { told: [], notTold: [] };
  const chosen = chosenNames.map((name) => ({ id: "", name, isThere: false }));
  const named = findMentions(content, [...(await selectNameable(tx)), ...chosen]);
  const told = named.flatMap(({ people }) => people.filter(({ isThere }) => isThere));
  const notTold = named.filter(({ people }) => people.every(({ isThere }) => !isThere));
  return {
    told: [...new Set(told.map(({ id }) => id))].filter((id) => id !== authorId),
    notTold: [...new Set(notTold.flatMap(({ people }) => people.slice(0, 1).map(({ name }) => name)))],
  };
}

/** People of one name. */
type Namesakes<Person> = { name: string; people: Person[] };

/**
 * The people that a text names by `@` and their whole name, once each: the longest name that stands there, upper and lower case
 * alike, neither within a word nor within an address. Whoever have the same name are all meant.
 */
export function findMentions<Person extends { name: string }>(
  text: string,
  people: readonly Person[],
): Namesakes<Person>[] {
  const names = byFirstSign(people);
  const found = new Set<Namesakes<Person>>();
  const signs = folded(text);
  for (let at = signs.indexOf("@"); at >= 0; at = signs.indexOf("@", at + 1)) {
    if (!canBegin(signs, at)) continue;
    const of = names.get(signs.charAt(at + 1)) ?? [];
    const meant = of.find(({ name }) => signs.startsWith(name, at + 1) && canEnd(signs, at + 1 + name.length));
    if (meant) found.add(meant);
  }
  return [...found];
}

/** Names as they are compared, the longest first, by what they begin with. */
function byFirstSign<Person extends { name: string }>(people: readonly Person[]): Map<string, Namesakes<Person>[]> {
  const namesakes = Map.groupBy(people, ({ name }) => folded(name).trim());
  const named = [...namesakes].map(([name, people]) => ({ name, people })).filter(({ name }) => name !== "");
  named.sort((one, other) => other.name.length - one.name.length);
  return Map.groupBy(named, ({ name }) => name.charAt(0));
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

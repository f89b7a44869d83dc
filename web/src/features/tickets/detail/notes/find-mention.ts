import { searchForms } from "@deskhand/contract/search/fold";
import type { Colleague } from "@deskhand/contract/team";

/** The longest name, and the most colleagues offered. */
const MAX_NAME_LENGTH = 100;
const MAX_SUGGESTIONS = 6;

/**
 * Finds the name being typed at the caret: from an `@` on the same line that is inside neither a word nor an address.
 * Null for none.
 */
export function findMention(text: string, caret: number): { start: number; end: number } | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret <= start || caret - start > MAX_NAME_LENGTH + 1) return null;
  if (text.slice(start, caret).includes("\n")) return null;
  if (/[\p{L}\p{N}_][%+=~&-]{0,3}$/u.test(text.slice(Math.max(0, start - 5), start))) return null;
  return { start, end: caret };
}

/** Colleagues of one name, offered as one entry. */
export interface Mentionable {
  id: string;
  name: string;
  /** How many have this name, or are in the team; a mention notifies all of them. */
  count: number;
  isTeam?: true;
}

/** The team whose name a mention can be. */
export type MentionableTeam = { id: string; name: string; memberIds: readonly string[] };

/** Returns active colleagues, then teams, whose name, or its words in any order, begins as typed, with whole-name matches first. */
export function mentionable(
  colleagues: readonly Colleague[],
  typed: string,
  ownId: string,
  teams: readonly MentionableTeam[] = [],
): Mentionable[] {
  const typedForms = searchForms(typed);
  // After a name and a space the text goes on.
  if (typed.endsWith("  ") || (typed.startsWith(" ") && typed !== "")) return [];
  const byName = Map.groupBy(
    colleagues.filter(({ id, isActive }) => isActive && id !== ownId),
    ({ name }) => searchForms(name)[0] ?? "",
  );
  const people = [...byName].flatMap(([, named]) =>
    named.slice(0, 1).map(({ id, name }): Mentionable => ({ id, name, count: named.length })),
  );
  const ofTeams = teams.map(
    ({ id, name, memberIds }): Mentionable => ({ id, name, count: memberIds.length, isTeam: true }),
  );
  return [...people, ...ofTeams]
    .map((offered) => ({ rank: rankOf(offered.name, typedForms), offered }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ offered }) => offered)
    .slice(0, MAX_SUGGESTIONS);
}

/**
 * Ranks a match: 0 if the name begins as typed in any spelling, 1 if each typed word begins a different word of the
 * name, else null.
 */
function rankOf(name: string, wanted: readonly string[]): number | null {
  const ranks = searchForms(name).flatMap((form) => wanted.map((each) => rankOfForm(form, each)));
  if (ranks.includes("whole")) return null;
  return ranks.includes(0) ? 0 : ranks.includes(1) ? 1 : null;
}

function rankOfForm(name: string, wanted: string): 0 | 1 | "whole" | null {
  if (name === wanted.trim() && wanted !== name) return "whole";
  if (name.startsWith(wanted)) return 0;
  const left = name.split(/[\s-]+/);
  const isEach = wanted.split(/[\s-]+/).every((word) => {
    const at = word === "" ? -1 : left.findIndex((each) => each.startsWith(word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return isEach ? 1 : null;
}

/** Replaces what was typed with the whole name, and returns where the caret goes. */
export function withMention(
  text: string,
  { start, end }: { start: number; end: number },
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(end).replace(/^ /, ""), caret: before.length };
}

import type { PolishSuggestion } from "@deskhand/contract/polish";
import { diffArrays } from "diff";
import type { Span } from "../protect/protected-spans.ts";

/** One change to a text: what stands in a span is replaced. */
export type Edit = Span & { replacement: string };

/** The text after some edits; of two that overlap the first one given wins. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const taken: Edit[] = [];
  for (const edit of edits) {
    if (!taken.some((other) => edit.start < other.end && edit.end > other.start)) taken.push(edit);
  }
  let result = "";
  let at = 0;
  for (const { start, end, replacement } of taken.sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** The edits that change nothing that is protected. */
export function allowedEdits(edits: readonly Edit[], spans: readonly Span[]): Edit[] {
  return edits.filter(({ start, end }) => !spans.some((span) => start < span.end && end > span.start));
}

/** `to` written as `from` was: with a capital where that had one. */
export function inCaseOf(from: string, to: string): string {
  return /^\p{Lu}/u.test(from) ? (to[0]?.toUpperCase() ?? "") + to.slice(1) : to;
}

/** A change that is not certain: what may have been meant by what stands in a span, the likeliest first, and why it is doubted. */
export type Suggestion = Span & { choices: readonly string[]; why: string };

/** Some suggestions for a text as the contract has them: in its order, and none over another, of which the first given wins. */
export function listSuggestions(text: string, suggestions: readonly Suggestion[]): PolishSuggestion[] {
  const taken: Suggestion[] = [];
  for (const one of suggestions) {
    if (!taken.some((other) => one.start < other.end && one.end > other.start)) taken.push(one);
  }
  return taken
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, choices, why }) => ({
      at: start,
      instead: text.slice(start, end),
      choices: [...choices],
      why,
    }));
}

/** Words taken out and put in; beyond it every word counts as changed, so that counting takes some 20 ms at most. */
const mostChanges = 400;

/** How many groups of words differ between two texts: one word that became two is one. */
export function countChanges(before: string, after: string, most = mostChanges): number {
  if (before === after) return 0;
  const words = wordsOf(after);
  const parts = diffArrays(wordsOf(before), words, { maxEditLength: most });
  if (!parts) return Math.ceil(words.length / 2);
  const signs = parts.map(({ removed, added, value }) => {
    if (removed) return "-";
    if (added) return "+";
    return value.join("").trim() === "" ? " " : "=";
  });
  // A word replaced, a blank kept, and a word put in or taken out beside it.
  return signs.join("").match(/-\+(?: [-+](?![-+]))?|[-+]+/g)?.length ?? 0;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

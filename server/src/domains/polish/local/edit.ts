import type { PolishSuggestion } from "@deskhand/contract/polish";
import { diffArrays } from "diff";
import type { Span } from "../protect/protected-spans.ts";

/** Replaces a span of a text. */
export type Edit = Span & { replacement: string };

/** Applies edits to a text; of overlapping ones the first wins. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const accepted: Edit[] = [];
  for (const edit of edits) {
    if (!accepted.some((other) => edit.start < other.end && edit.end > other.start)) accepted.push(edit);
  }
  let result = "";
  let at = 0;
  for (const { start, end, replacement } of accepted.sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** Returns the edits that do not touch protected spans. */
export function allowedEdits(edits: readonly Edit[], spans: readonly Span[]): Edit[] {
  return edits.filter(({ start, end }) => !spans.some((span) => start < span.end && end > span.start));
}

/** Returns `to` with a capital if `from` has one. */
export function inCaseOf(from: string, to: string): string {
  return /^\p{Lu}/u.test(from) ? (to[0]?.toUpperCase() ?? "") + to.slice(1) : to;
}

/** An uncertain change: choices for a span, likeliest first, and the reason. */
export type Suggestion = Span & { choices: readonly string[]; why: string };

/** Returns suggestions in the contract's form and the order of the text; of overlapping ones the first wins. */
export function listSuggestions(text: string, suggestions: readonly Suggestion[]): PolishSuggestion[] {
  const accepted: Suggestion[] = [];
  for (const suggestion of suggestions) {
    if (!accepted.some((other) => suggestion.start < other.end && suggestion.end > other.start))
      accepted.push(suggestion);
  }
  return accepted
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, choices, why }) => ({
      at: start,
      instead: text.slice(start, end),
      choices: [...choices],
      why,
    }));
}

/** The limit of removed and added words; beyond it every word counts as changed, so that counting takes at most some 20 ms. */
const maxChanges = 400;

/** Counts the groups of words that differ between two texts; a word that became two counts once. */
export function countChanges(before: string, after: string, most = maxChanges): number {
  if (before === after) return 0;
  const words = wordsOf(after);
  const parts = diffArrays(wordsOf(before), words, { maxEditLength: most });
  if (!parts) return Math.ceil(words.length / 2);
  const signs = parts.map(({ removed, added, value }) => {
    if (removed) return "-";
    if (added) return "+";
    return value.join("").trim() === "" ? " " : "=";
  });
  // A replaced word, a kept blank, and a word added or removed beside it.
  return signs.join("").match(/-\+(?: [-+](?![-+]))?|[-+]+/g)?.length ?? 0;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** Returns the replacement of a match, or null to keep it. */
type Correct = (match: RegExpExecArray, text: string) => string | null;

/** A pattern for possible mistakes, and the correction of each match. */
export type Rule = readonly [pattern: RegExp, correct: Correct];

/** Returns the edits that rules would make to a text. */
export function editsOf(rules: readonly Rule[], text: string): Edit[] {
  return rules.flatMap(([pattern, correct]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const replacement = correct(match, text);
      const start = match.index;
      return replacement === null || replacement === match[0]
        ? []
        : [{ start, end: start + match[0].length, replacement }];
    }),
  );
}

/**
 * Matches the start of a clause, where the next word is its subject: at the start of a sentence, or after a word that opens a clause.
 * "Does it fit" and "let it dry" have their subject elsewhere.
 */
export const clauseStart = String.raw`(?<=^[\s>*•-]*|[.!?:;(]\s+|\n\s*|,\s+|\b(?:but|because|if|when|since|while|though|although|as|so|which|until|once|where|unless|whenever|sorry|yes|no|fine|afraid|sure|think|thinks|thought|hope|hopes|believe|know|knows|see|seems|says|said|says|means|that),?\s+)`;

const mood =
  /\b(?:suggest|recommend|ask|insist|important|requir|propos|request|demand|essential|necessary|prefer|vital|crucial|wish|let|make|lest|help|watch|would rather)/i;

/** Whether a sentence expresses a wish or demand, where "that he return it" is right. */
export function isWish(text: string, index: number): boolean {
  return mood.test(/[^.!?\n]*$/.exec(text.slice(Math.max(0, index - 200), index))?.[0] ?? "");
}

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

/** What replaces a match, or null where it stays as it is. */
type Correct = (match: RegExpExecArray, text: string) => string | null;

/** A pattern of what may be wrong, and what is done about each match. */
export type Rule = readonly [pattern: RegExp, correct: Correct];

/** The changes that some rules would make to a text. */
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
 * Where a clause begins, so that the next word is its subject: at the start of a sentence, or after a word that opens a clause. "Does
 * it fit" and "let it dry" have their subject elsewhere.
 */
export const clauseStart = String.raw`(?<=^[\s>*•-]*|[.!?:;(]\s+|\n\s*|,\s+|\b(?:but|because|if|when|since|while|though|although|as|so|which|until|once|where|unless|whenever|sorry|yes|no|fine|afraid|sure|think|thinks|thought|hope|hopes|believe|know|knows|see|seems|says|said|says|means|that),?\s+)`;

const mood =
  /\b(?:suggest|recommend|ask|insist|important|requir|propos|request|demand|essential|necessary|prefer|vital|crucial|wish|let|make|lest|help|watch|would rather)/i;

/** Whether a sentence asks for something to be done, where "that he return it" is right. */
export function isWish(text: string, index: number): boolean {
  return mood.test(/[^.!?\n]*$/.exec(text.slice(Math.max(0, index - 200), index))?.[0] ?? "");
}

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

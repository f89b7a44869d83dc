import type { Span } from "../protect/protected-spans.ts";

/** The checker's time grows faster than the text. */
const longestPiece = 1_200;

/** Where each paragraph of a text stands: what lies between blank lines. */
export function paragraphsOf(text: string): Span[] {
  return [...text.matchAll(/\S(?:[^\n]|\n(?![ \t]*(?:\n|$)))*/g)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
}

/** The paragraphs, long ones cut at the end of a sentence where there is one. */
export function pieces(text: string): Span[] {
  return paragraphsOf(text).flatMap(({ start, end }) => {
    const cut: Span[] = [];
    let at = start;
    while (end - at > longestPiece) {
      const stretch = text.slice(at, at + longestPiece);
      const length = lastEnd(stretch, /[.!?]["”')]*\s/g) ?? lastEnd(stretch, /\s/g) ?? longestPiece;
      cut.push({ start: at, end: at + length });
      at += length;
    }
    return [...cut, { start: at, end }];
  });
}

function lastEnd(text: string, pattern: RegExp): number | null {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : null;
}

import type { Span } from "./protected-spans.ts";

/** A text in which other words stand for what is protected, and the way back from its positions to those of the original. */
export type MaskedText = {
  text: string;
  /** The piece of the original that a piece of the masked text stands for; null when it touches what is protected. */
  original(start: number, end: number): Span | null;
  /** Whether a protected piece is the next or the last word beside a piece of the masked text. */
  isBesideProtected(start: number, end: number): boolean;
};

/** Puts `stand(index)` where every protected span stood. */
export function maskText(text: string, spans: readonly Span[], stand: (index: number) => string): MaskedText {
  let masked = "";
  let at = 0;
  const holes = spans.map((span, index) => {
    masked += text.slice(at, span.start);
    const start = masked.length;
    masked += stand(index);
    at = span.end;
    return { start, end: masked.length, span };
  });
  masked += text.slice(at);
  const toOriginal = (place: number) => {
    const before = holes.findLast(({ end }) => end <= place);
    return before ? before.span.end + place - before.end : place;
  };
  return {
    text: masked,
    original(start, end) {
      if (holes.some((hole) => start < hole.end && end > hole.start)) return null;
      return { start: toOriginal(start), end: toOriginal(start) + end - start };
    },
    isBesideProtected: (start, end) =>
      holes.some(
        (hole) =>
          (hole.start >= end && /^[^\p{L}]*$/u.test(masked.slice(end, hole.start))) ||
          (hole.end <= start && /^[^\p{L}]*$/u.test(masked.slice(hole.end, start))),
      ),
  };
}

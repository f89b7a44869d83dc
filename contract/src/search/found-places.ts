import { foldLetters, searchForms } from "./fold.ts";

/** A part of a text; `end` is the position after its last character. */
export type Place = { start: number; end: number };

const atWord = "(?<![\\p{L}\\p{N}])";

/**
 * Finds the typed text in a text, in any spelling of either ("mussig" in "Müßig"): the whole where it begins a word, else each of
 * its words where they begin one, else the whole anywhere.
 */
export function foundPlaces(text: string, typed: string): Place[] {
  const whole = typed.trim();
  if (whole === "") return [];
  const folded = foldInPlace(text);
  const words = whole.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const [wholly, any] = [anyOf([whole]), anyOf(words)];
  for (const way of [atWord + wholly, ...(words.length > 0 ? [atWord + any] : []), wholly]) {
    const places = [...folded.text.matchAll(new RegExp(way, "gu"))].map(({ 0: found, index }) => ({
      start: folded.starts[index] ?? 0,
      end: folded.starts[index + found.length] ?? text.length,
    }));
    if (places.length > 0) return places.filter(({ start, end }) => end > start);
  }
  return [];
}

/** Matches any of these texts in any spelling; the longest first, or "jan" would match where "jane" was typed too. */
function anyOf(texts: readonly string[]): string {
  const forms = [...new Set(texts.flatMap(searchForms))].filter(Boolean).sort((a, b) => b.length - a.length);
  return forms.length === 0
    ? "(?!)"
    : `(?:${forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
}

/** Folds a text letter by letter, and notes where in the text each letter of the result begins. */
function foldInPlace(text: string): { text: string; starts: number[] } {
  const starts: number[] = [];
  let folded = "";
  let at = 0;
  for (const letter of text) {
    const plain = foldLetters(letter);
    for (let index = 0; index < plain.length; index += 1) starts.push(at);
    folded += plain;
    at += letter.length;
  }
  return { text: folded, starts };
}

import { foldLetters, searchForms } from "./fold.ts";

/** A part of a text, from its first character to before its last. */
export type Place = { start: number; end: number };

const atWord = "(?<![\\p{L}\\p{N}])";

/**
 * Where in a text what was typed is found, however either is written ("mussig" in "Müßig"): the whole of it where it begins a word, else
 * its words where they do, else the whole wherever it is.
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

/** A pattern of any of these texts in any way to write it; the longest first, or "jan" would be found where "jane" was typed as well. */
function anyOf(texts: readonly string[]): string {
  const forms = [...new Set(texts.flatMap(searchForms))].filter(Boolean).sort((a, b) => b.length - a.length);
  return forms.length === 0
    ? "(?!)"
    : `(?:${forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
}

/** A text folded letter by letter, and where in the text each letter of that begins. */
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

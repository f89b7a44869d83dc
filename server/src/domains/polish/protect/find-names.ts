import type { Span } from "./protected-spans.ts";

/**
 * Where names of people, shops and products stand: those of several words in any case, each single word where it is
 * capitalised. A lower-case "will" is a word even when somebody is called Will.
 */
export function findNames(text: string, names: readonly string[]): Span[] {
  const whole = names.map((name) => name.trim()).filter((name) => /\s/.test(name));
  const parts = [...wordsOfNames(names)].map((word) => word[0]?.toUpperCase() + word.slice(1));
  return [...matches(text, whole, "giu"), ...matches(text, parts, "gu")];
}

/** Every word of some names, in lower case. */
export function wordsOfNames(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().match(/[\p{L}'’]{2,}/gu) ?? []));
}

function matches(text: string, wanted: readonly string[], flags: string): Span[] {
  if (wanted.length === 0) return [];
  // The longest first: an alternative that matches hides those after it.
  const either = [...new Set(wanted)]
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${either.join("|")})(?![\\p{L}\\p{N}])`, flags);
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

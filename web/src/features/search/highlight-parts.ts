/** A piece of a text; `isFound` is what was searched for. */
export interface TextPart {
  text: string;
  isFound: boolean;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** A text in pieces: where all that was typed stands together it is marked, else where one of its words begins. */
export function highlightParts(text: string, typed: string): TextPart[] {
  const whole = typed.trim();
  if (whole === "") return [{ text, isFound: false }];
  const together = split(text, escaped(whole));
  if (together.length > 1 || together[0]?.isFound) return together;
  const words = whole.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (words.length === 0) return together;
  // The longest first, or "jan" would be marked where "jane" was typed as well.
  const any = words.toSorted((a, b) => b.length - a.length).map(escaped);
  return split(text, `(?<![\\p{L}\\p{N}])(?:${any.join("|")})`);
}

function split(text: string, pattern: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(new RegExp(pattern, "giu"))) {
    if (index > at) parts.push({ text: text.slice(at, index), isFound: false });
    parts.push({ text: found, isFound: true });
    at = index + found.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isFound: false });
  return parts;
}

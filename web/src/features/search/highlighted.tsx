/** A piece of a text; `isFound` is what was searched for. */
interface TextPart {
  text: string;
  isFound: boolean;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const atWord = "(?<![\\p{L}\\p{N}])";

/** A text in pieces: all that was typed is marked where it begins a word, else its words where they do, else wherever it is. */
export function highlightParts(text: string, typed: string): TextPart[] {
  const whole = typed.trim();
  if (whole === "") return [{ text, isFound: false }];
  const words = whole.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  // The longest first, or "jan" would be marked where "jane" was typed as well.
  const any = words.toSorted((a, b) => b.length - a.length).map(escaped);
  const ways = [atWord + escaped(whole), ...(any.length > 0 ? [`${atWord}(?:${any.join("|")})`] : []), escaped(whole)];
  for (const way of ways) {
    const parts = split(text, way);
    if (parts.some(({ isFound }) => isFound)) return parts;
  }
  return [{ text, isFound: false }];
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

/** A text in which what was searched for stands out. */
export function Highlighted({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return highlightParts(text, typed).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.isFound) return part.text;
    return (
      <mark key={key} className="rounded-tag bg-accent/20 text-ink">
        {part.text}
      </mark>
    );
  });
}

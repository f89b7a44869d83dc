import { foundPlaces } from "@deskhand/contract/search/found-places";

/** A piece of a text; `isFound` is what was searched for. */
interface TextPart {
  text: string;
  isFound: boolean;
}

/** A text in pieces: those that were searched for are marked. */
export function highlightParts(text: string, typed: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of foundPlaces(text, typed)) {
    if (start > at) parts.push({ text: text.slice(at, start), isFound: false });
    parts.push({ text: text.slice(start, end), isFound: true });
    at = end;
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

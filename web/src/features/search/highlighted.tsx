import { highlightParts } from "./highlight-parts.ts";

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

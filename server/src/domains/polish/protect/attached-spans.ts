import type { Span } from "./protected-spans.ts";

const separator = /^([-=_*─━])\1{2,}$/;

/** What was attached to a reply as text, the store's words and not the writer's: a block with a link, or one between lines of dashes. */
export function attachedSpans(text: string): Span[] {
  const spans: Span[] = [];
  let blockStart = 0;
  let opened: number | null = null;
  let at = 0;
  for (const line of text.split("\n")) {
    const words = line.trim();
    const end = at + line.length;
    if (words === "") blockStart = end + 1;
    if (/^(?:View Document|Attached file):/.test(words)) spans.push({ start: blockStart, end });
    if (separator.test(words)) {
      spans.push({ start: opened ?? blockStart, end });
      opened = opened === null ? blockStart : null;
    }
    at = end + 1;
  }
  return spans;
}

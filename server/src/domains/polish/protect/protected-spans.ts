import { attachedSpans } from "./attached-spans.ts";
import { codeSpans } from "./code-spans.ts";
import { findNames } from "./find-names.ts";
import { signatureSpans } from "./signature-spans.ts";

/** A piece of a text, from `start` up to, but not including, `end`. */
export type Span = { start: number; end: number };

// The server's own thread runs these on what people type: each has a bound, so that none can be made to search for long.
const patterns: RegExp[] = [
  /\{\{[^{}]{0,200}\}\}/g,
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{1,500}`/g,
  /^[ \t]{0,20}>.*$/gm,
  /"[^"\n]{1,1000}"|“[^”]{1,1000}”|„[^“”]{1,1000}[“”]|«[^»]{1,1000}»|‘[^’\n]{1,500}’/g,
  /(?<=^|[\s(])'[^'\n]{1,200}'(?=$|[\s.,;:!?)])/gm,
];

/** The pieces of a text that stay as they are, in order: codes, numbers, links, quotes, placeholders and the `names`. */
export function protectedSpans(text: string, names: readonly string[]): Span[] {
  const spans = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
  spans.push(...codeSpans(text), ...attachedSpans(text), ...findNames(text, names), ...signatureSpans(text));
  return joined(
    text,
    spans.filter(({ start, end }) => end > start),
  );
}

/** Overlapping spans become one, and so do neighbours with nothing but blanks in between: an IBAN is written in groups. */
function joined(text: string, spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && (span.start <= last.end || /^[ \t]+$/.test(text.slice(last.end, span.start)))) {
      last.end = Math.max(last.end, span.end);
    } else result.push({ ...span });
  }
  return result;
}

import { capitalSpans } from "./capital-spans.ts";
import { codeSpans, type Letters } from "./code-spans.ts";
import { findNames } from "./find-names.ts";

/** A piece of a text, from `start` up to, but not including, `end`. */
export type Span = { start: number; end: number };

// The server's own thread runs these on what people type: each has a bound, so that none can be made to search for long.
const patterns: RegExp[] = [
  /\{\{[^{}]{0,200}\}\}/g,
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{1,500}`/g,
  /^[ \t]{0,20}>.*$/gm,
  /(?<![\p{L}\d])"[^"]{1,2000}"(?![\p{L}\d])/gu,
  /“[^”]{1,1000}”|„[^“”]{1,1000}[“”]|«[^»]{1,1000}»|‘[^’\n]{1,500}’/g,
  /(?<=^|[\s(])'[^'\n]{1,200}'(?=$|[\s.,;:!?)])/gm,
];

/** The pieces of a text that stay as they are, in order: codes, numbers, links, quotes, placeholders and the `names`. */
export function protectedSpans(text: string, names: readonly string[], letters: Letters = "english"): Span[] {
  const spans = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
  spans.push(...codeSpans(text, letters), ...attachedSpans(text), ...findNames(text, names));
  spans.push(...capitalSpans(text), ...signatureSpans(text));
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

const separator = /^([-=_*─━])\1{2,}$/;

/** What was attached to a reply as text, the store's words and not the writer's: a block with a link, or one between lines of dashes. */
function attachedSpans(text: string): Span[] {
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

const greeting =
  /^[ \t]{0,20}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|guten (?:tag|morgen|abend)|hallo|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|ch(?:er|ère)|hola|buen(?:os|as) (?:días|tardes|noches)|estimad[oa]|querid[oa]|ciao|buon(?:giorno|asera)|gentile|car[oa]|beste|geachte|goede(?:morgen|middag|navond)|cześć|dzień dobry|szanown[ay]|olá|bo(?:m|a) (?:dia|tarde|noite)|prezad[oa]) +([^\n,!.:;]{1,60})(?=[,!.:;]|$)/gim;
const closing =
  /^(?:(?:with )?(?:(?:best|kind|warm|kindest|warmest|many) )?(?:regards|wishes|thanks)|best|sincerely|yours(?: \w+)?|cheers|thank you|greetings|(?:mit )?(?:viele|freundliche|beste|liebe|herzliche)n? grü(?:ß|ss)en?|(?:bien )?cordialement|(?:un )?saludos?|atentamente|(?:cordiali|distinti) saluti|met vriendelijke groet(?:en)?|pozdrawiam|z poważaniem|atenciosamente|(?:com os melhores )?cumprimentos),?$/i;

/** Whoever is greeted at the start of a line, and the signature: the few short lines that follow a closing formula at the end. */
function signatureSpans(text: string): Span[] {
  const greeted = [...text.matchAll(greeting)].flatMap((match) => {
    const name = match[1] ?? "";
    const end = match.index + match[0].length;
    return isName(name) ? [{ start: end - name.length, end }] : [];
  });
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => closing.test(line.trim()));
  const after = lines.slice(last + 1).filter((line) => line.trim() !== "");
  if (last < 0 || after.length === 0 || after.length > 6 || !after.every(isSignatureLine)) return greeted;
  return [...greeted, { start: lines.slice(0, last + 1).join("\n").length, end: text.length }];
}

function isSignatureLine(line: string): boolean {
  const words = line.trim();
  return words.length <= 60 && words.split(/\s+/).length <= 6 && !/[.!?]$/.test(words);
}

/** One word, or several that are all capitalised: "hello we have received it" greets nobody by name. */
function isName(words: string): boolean {
  const all = words.trim().split(/\s+/);
  return all.length === 1 || all.every((word) => /^\p{Lu}/u.test(word));
}

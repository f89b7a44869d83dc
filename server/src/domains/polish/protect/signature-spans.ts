import type { Span } from "./protected-spans.ts";

const greeting =
  /^[ \t]{0,20}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)) +([^\n,!.:;]{1,60})(?=[,!.:;]|$)/gim;
const closing =
  /^(?:(?:with )?(?:(?:best|kind|warm|kindest|warmest|many) )?(?:regards|wishes|thanks)|best|sincerely|yours(?: \w+)?|cheers|thank you|greetings),?$/i;

/** Whoever is greeted at the start of a line, and the signature: the few short lines that follow a closing formula at the end. */
export function signatureSpans(text: string): Span[] {
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

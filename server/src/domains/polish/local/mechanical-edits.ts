import { type Edit, inCaseOf } from "./edit.ts";
import { knownMistakes } from "./known-mistakes.ts";

const days = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const months = "january|february|april|june|july|september|october|november|december";
// Said twice, these are always a slip; "had had", "that that" and "log in in" may be meant.
const repeated = "the|a|an|is|are|was|to|of|and|our|your|we|i|with|be|this";
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|approx|no|nr|dr|mr|mrs|ms|st|ca|incl|excl|min|max|tel|art|ref|qty|pcs)|\b[a-z]|\.\.)\.$/i;

type Correct = (match: RegExpExecArray, text: string) => string | null;

const rules: [RegExp, Correct][] = [
  [/(?<=\S) {2}(?=\S)/g, oneBlank],
  [/(?<=[\p{L}\p{N})\]"'”’])[ \t]+(?=[,;!?](?:\s|$))/gu, () => ""],
  [/(?<=[\p{L}\p{N})\]"'”’])[ \t]+(?=\.(?:\s|$))/gu, () => ""],
  [/(?<=\p{L})([,;])(?=\p{L})/gu, ([mark]) => `${mark} `],
  [/(?<=\p{L})[ \t]+,(?=\p{L})/gu, () => ", "],
  [
    /(?<=[a-z]{2})([.!?])(?=(?:[A-Z][a-z]+|(?:we|you|i|it|if|the|this|that|please|thank|thanks|your|our)\b)(?![.\w]))/g,
    ([mark]) => `${mark} `,
  ],
  [/,,+|;;+/g, ([marks]) => marks[0] ?? ""],
  [/\bi(?=['’](?:m|ve|ll|d)\b)|(?<![\w.'’-])i(?![\w.'’:)-])/g, () => "I"],
  [new RegExp(`\\b(?:${days})s?\\b|\\b(?:${months})\\b`, "g"), ([word]) => inCaseOf("A", word)],
  [new RegExp(`\\b(${repeated})[ \\t]+\\1\\b(?!['’-])`, "gi"), ([, word]) => word ?? null],
  [/(?<![\w'’.-])[A-Za-z]{2,}(?![\w'’-])/g, ([word]) => correctionOf(word)],
  [
    /\bill(?= (?:ask|be|call|check|do|find|forward|get|give|have|let|look|make|pass|send|see|speak|talk|tell|try|update|write)\b)/g,
    () => "I'll",
  ],
  [/(?<=\b(?:was|were|been|being|is|are|have|has) )send\b/g, () => "sent"],
  [/(?<=\b(?:will|can|could|would|should|must|may|might|please) )sent\b/gi, () => "send"],
  [
    /\byou're(?= (?:message|order|patience|e-?mail|address|parcel|package|reply|refund|account|name|payment|understanding|purchase|feedback|request|question|invoice|delivery|shipment|support)\b)/gi,
    ([word]) => inCaseOf(word, "your"),
  ],
  [/\byour(?= (?:very |most )?welcome\b)/gi, ([word]) => inCaseOf(word, "you're")],
  [/(?<=\blook(?:ing)? forward to )here(?=(?:ing)? )/gi, () => "hear"],
  [
    /(?<=\b(?:could|would|should|must|might)(?: (?:not|have|you|we|i|they))? )of(?= (?:been|come|done|gone|got|had|known|made|sent|told|written|arrived|received|checked)\b)/gi,
    () => "have",
  ],
  [/(?<![\p{L}\p{N}'’._-])\p{Ll}+(?![\p{L}\p{N}]|[._-]\S)/gu, beginSentence],
];

/** Corrections that need no grammar: blanks, punctuation, capital letters, doubled words, and mistakes that are always one. */
export function mechanicalEdits(text: string): Edit[] {
  return rules.flatMap(([pattern, correct]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const replacement = correct(match, text);
      const start = match.index;
      return replacement === null || replacement === match[0]
        ? []
        : [{ start, end: start + match[0].length, replacement }];
    }),
  );
}

/** Where there are wider gaps in the same line, they are somebody's columns. */
function oneBlank({ index }: RegExpExecArray, text: string): string | null {
  const line = text.slice(text.lastIndexOf("\n", index) + 1).split("\n", 1)[0] ?? "";
  return /\S {3,}\S/.test(line) ? null : " ";
}

function correctionOf(word: string): string | null {
  const right = knownMistakes.get(word.toLowerCase());
  // A word in capitals in the middle may be a name.
  return right === undefined || /^.+[A-Z]/.test(word) ? null : inCaseOf(word, right);
}

/** A capital at the start of a sentence or a paragraph; lines of a list and of an address are left as they are. */
function beginSentence({ 0: word, index }: RegExpExecArray, text: string): string | null {
  const before = text.slice(Math.max(0, index - 200), index);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isAfterStop =
    /(?<![.\s])[.!?]["”']?[ \t]+$/.test(line) && !abbreviation.test(line.trimEnd()) && !/^\s*\d+\.\s*$/.test(line);
  const isFirstOfLine = line.trim() === "" && startsSentence(before, text.slice(index));
  return isAfterStop || isFirstOfLine ? inCaseOf("A", word) : null;
}

function startsSentence(before: string, after: string): boolean {
  const [rest = ""] = after.split("\n", 1);
  const isProse = /[.!?,]\s*$/.test(rest) || rest.trim().split(/\s+/).length >= 4;
  if (!isProse || before.trim() === "") return isProse;
  const ended = before.trimEnd();
  const isNewParagraph = /\n[ \t]*\n[ \t]*$/.test(before);
  if (isNewParagraph && /,$|^[ \t]*(?:hi|hello|hey|dear)\b[^\n]*$/i.test(ended.slice(ended.lastIndexOf("\n") + 1)))
    return true;
  return /[.!?]$|(?:^|\n)[ \t]*(?:hi|hello|hey|dear)\b[^\n]*,$/i.test(ended);
}

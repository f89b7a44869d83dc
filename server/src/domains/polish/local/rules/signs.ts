import type { Rule, Suggestion } from "../edit.ts";

const greeting =
  "(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Gg]ood (?:[Mm]orning|[Aa]fternoon|[Ee]vening))(?: (?:Mr|Mrs|Ms|Dr|Prof)\\.?)? \\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?";
/** Words that begin a sentence and cannot be part of a name. */
const opener =
  "(?:I|we|you|it|this|that|there|thanks|thank|thank you|your|our|my|the|please|sorry|unfortunately|just|yes|no)(?:['’](?:m|ve|ll|d|re|s))?";
const inverted = "(?:could|would|can|will) you(?! (?:not )?(?:believe|imagine)\\b)|(?:have|had|did|do|are|were) you";
const wh = "(?:what|when|where|who|why|how|which [a-z]+|how (?:many|much|long|often|soon))";
const whAsked = `${wh} (?:do|does|did|would|could|can|will|should|have|has) [a-z]+|${wh} (?:is|are|was|were) (?:the|your|our|this|that|these|those|it|he|she|they|you)`;
const question = new RegExp(
  `(?<=(?:^|[.!?]\\s+|\\n\\s*)(?:${inverted}|${whAsked})\\b[^.!?;:\\n]{6,300})\\.(?=\\s|$)`,
  "giu",
);

/** Adds a comma after a greeting with text on the same line, and a question mark to a question that ends with a full stop. */
export const signRules: readonly Rule[] = [
  [new RegExp(`(?<=(?:^|\\n)[ \\t]*${greeting})(?= ${opener} )`, "gu"), () => ","],
  [question, ({ index }, text) => (isPlainQuestion(sentenceBefore(text, index)) ? "?" : null)],
];

/** Suggests signs that may be missing: uncertain cases of `signRules`, and the comma of a greeting on a line of its own. */
export function doubtfulSigns(text: string): Suggestion[] {
  const ends = [...text.matchAll(question)].filter(({ index }) => !isPlainQuestion(sentenceBefore(text, index)));
  const greetings = [...text.matchAll(new RegExp(`(?<=(?:^|\\n)[ \\t]*)${greeting}(?=[ \\t]*\\n\\s*\\S)`, "gu"))];
  return [
    ...ends.map(({ index }) => ({ start: index, end: index + 1, choices: ["?"], why: "A question, perhaps" })),
    ...greetings.map(({ 0: line, index }) => ({
      start: index + line.length,
      end: index + line.length,
      choices: [","],
      why: "After a greeting",
    })),
  ];
}

function sentenceBefore(text: string, index: number): string {
  return /[^.!?\n]*$/.exec(text.slice(Math.max(0, index - 400), index))?.[0].trim() ?? "";
}

/** Whether a sentence is certainly a question, unlike "What is best is that …" and "Could you …, we would be glad". */
function isPlainQuestion(sentence: string): boolean {
  if (/,/.test(sentence)) return false;
  return (
    !/^(?:what|where|when|who|why|how|which)\b/i.test(sentence) ||
    (sentence.match(/\b(?:is|are|was|were|be)\b/gi) ?? []).length < 2
  );
}

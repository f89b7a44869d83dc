import type { PolishSuggestion } from "@deskhand/contract/polish";

/** A text with the suggestions that are still open for it. */
export type OpenText = { text: string; suggestions: readonly PolishSuggestion[] };

/** The text with one suggestion's choice put in, and the other suggestions where they stand now. */
export function applyChoice({ text, suggestions }: OpenText, taken: PolishSuggestion, choice: string): OpenText {
  const { at, instead } = taken;
  const longer = choice.length - instead.length;
  return {
    text: text.slice(0, at) + choice + text.slice(at + instead.length),
    suggestions: suggestions
      .filter((one) => one !== taken)
      .map((one) => (one.at > at ? { ...one, at: one.at + longer } : one)),
  };
}

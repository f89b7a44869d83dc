import type { PolishSuggestion } from "@deskhand/contract/polish";
import type { Span } from "../protect/protected-spans.ts";

/** A change that is not certain: what may have been meant by what stands in a span, the likeliest first, and why it is doubted. */
export type Suggestion = Span & { choices: readonly string[]; why: string };

/** Some suggestions for a text as the contract has them: in its order, and none over another, of which the first given wins. */
export function listSuggestions(text: string, suggestions: readonly Suggestion[]): PolishSuggestion[] {
  const taken: Suggestion[] = [];
  for (const one of suggestions) {
    if (!taken.some((other) => one.start < other.end && one.end > other.start)) taken.push(one);
  }
  return taken
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, choices, why }) => ({
      at: start,
      instead: text.slice(start, end),
      choices: [...choices],
      why,
    }));
}

import type { PolishSuggestion } from "@deskhand/contract/polish";
import { diffArrays } from "diff";
import { Button } from "../../ui/button.tsx";

interface PolishSuggestionsProps {
  suggestions: readonly PolishSuggestion[];
  /** The text that they are about. */
  text: string;
  onTake: (suggestion: PolishSuggestion, choice: string) => void;
  onDismiss: (suggestion: PolishSuggestion) => void;
}

/** What may be wrong too: each change is one click, and none is made without it. */
export function PolishSuggestions({ suggestions, text, onTake, onDismiss }: PolishSuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <section aria-label="Perhaps" className="mt-3">
      <h3 className="mb-1.5 font-semibold">Perhaps</h3>
      <ul className="divide-y divide-line rounded-panel border border-line">
        {suggestions.map((suggestion) => (
          <li key={suggestion.at} className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-3 py-2">
            <span className="min-w-0 flex-1 basis-56 break-anywhere">
              {before(text, suggestion)}
              <mark className="bg-transparent font-semibold text-ink underline decoration-2 decoration-dotted underline-offset-3">
                {suggestion.instead}
              </mark>
              {after(text, suggestion)}
              <span className="text-soft text-sm"> {suggestion.why}</span>
            </span>
            {suggestion.choices.map((choice) => (
              <Button
                key={choice}
                size="sm"
                aria-label={`${suggestion.instead || "Nothing"} → ${choice}`}
                onClick={() => onTake(suggestion, choice)}
              >
                {choice}
              </Button>
            ))}
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Leave ${suggestion.instead || "it"} as it is`}
              onClick={() => onDismiss(suggestion)}
            >
              Leave
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const beside = 24;

function before(text: string, { at }: PolishSuggestion): string {
  const start = Math.max(0, at - beside);
  return (start > 0 ? "…" : "") + text.slice(start, at).replaceAll("\n", " ");
}

function after(text: string, { at, instead }: PolishSuggestion): string {
  const end = at + instead.length;
  return text.slice(end, end + beside).replaceAll("\n", " ") + (end + beside < text.length ? "…" : "");
}

/** A stretch of two texts: in both, only in the first, or only in the second. */
export interface WordChange {
  kind: "same" | "removed" | "added";
  text: string;
}

// Beyond it the whole text counts as changed, so that the screen never stands still.
const timeLimitMs = 300;

/** What differs between two texts, word by word; blanks and punctuation stand for themselves. */
export function wordChanges(before: string, after: string): WordChange[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { timeout: timeLimitMs });
  if (parts === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return parts.map(({ removed, added, value }) => {
    const kind = removed ? "removed" : added ? "added" : "same";
    return { kind, text: value.join("") };
  });
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

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

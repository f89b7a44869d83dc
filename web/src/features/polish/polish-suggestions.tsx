import type { PolishSuggestion } from "@deskhand/contract/polish";
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

import type { PolishLanguage, PolishSuggestion } from "@deskhand/contract/polish";
import { diffArrays } from "diff";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { counted } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { toneClass } from "../../ui/tone.ts";
import { PolishLanguageChoice } from "./polish-button.tsx";

export interface PolishReviewProps {
  original: string;
  polished: string;
  corrections: number;
  /** Uncertain corrections, which were not applied. */
  suggestions: readonly PolishSuggestion[];
  /** The language used for the correction. */
  language: PolishLanguage;
  /** Polishes the draft in another language. */
  onChoose: (language: PolishLanguage) => void;
  /** Takes the polished text with the chosen suggestions, and the number of changes. */
  onUse: (text: string, corrections: number) => void;
  onKeep: () => void;
}

/** Shows the proposed changes and suggestions before they replace the draft; Enter accepts, Escape keeps the draft. */
export function PolishReview(props: PolishReviewProps) {
  const { original, polished, language, onChoose, onUse, onKeep } = props;
  const [open, setOpen] = useState({ text: polished, suggestions: props.suggestions });
  const [acceptedCount, setAcceptedCount] = useState(0);
  const { text, suggestions } = open;
  const offered = useRef<HTMLDivElement>(null);
  const useButton = useRef<HTMLButtonElement>(null);

  /** Shows the remaining suggestions and focuses the next one, as the pressed button is gone. */
  function goOn(next: OpenText) {
    flushSync(() => setOpen(next));
    (offered.current?.querySelector("button") ?? useButton.current)?.focus();
  }
  const corrections = props.corrections + acceptedCount;
  const changes = useMemo(() => wordChanges(original, text), [original, text]);
  return (
    <Dialog
      title="Polished reply"
      subtitle={`${counted(corrections, "correction")}. Struck through is taken out, underlined is put in.`}
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>
            Keep mine
            <span aria-hidden className="hidden sm:inline">
              <Kbd>Esc</Kbd>
            </span>
          </Button>
          <Button variant="primary" ref={useButton} data-autofocus onClick={() => onUse(text, corrections)}>
            Use polished text
          </Button>
        </>
      }
    >
      <div className="mb-3">
        <PolishLanguageChoice language={language} onChoose={onChoose} />
      </div>
      <div className="rounded-panel border border-line bg-panel px-4 py-3">
        <ChangeView changes={changes} />
      </div>
      <div ref={offered}>
        <PolishSuggestions
          suggestions={suggestions}
          text={text}
          onTake={(suggestion, choice) => {
            setAcceptedCount(acceptedCount + 1);
            goOn(applyChoice(open, suggestion, choice));
          }}
          onDismiss={(suggestion) => goOn({ text, suggestions: suggestions.filter((one) => one !== suggestion) })}
        />
      </div>
    </Dialog>
  );
}

/** Makes added or removed whitespace visible. */
function showWhitespace(text: string): string {
  return /\S/.test(text) ? text : text.replaceAll(" ", "␣").replaceAll("\n", "↵\n").replaceAll("\t", "→");
}

/** The text with deletions struck through and insertions underlined, in colour and announced to screen readers. */
function ChangeView({ changes }: { changes: WordChange[] }) {
  let at = 0;
  return (
    <p dir="auto" className="whitespace-pre-wrap break-anywhere">
      {changes.map(({ kind, text }) => {
        const key = `${kind}${at}`;
        at += text.length;
        if (kind === "same") return text;
        const isRemoved = kind === "removed";
        const Mark = isRemoved ? "del" : "ins";
        return (
          <Mark
            key={key}
            className={cx(
              toneClass[isRemoved ? "red" : "green"],
              "tinted rounded-tag px-0.5",
              isRemoved ? "line-through" : "font-medium underline decoration-2 underline-offset-3",
            )}
          >
            <span className="sr-only">{isRemoved ? " removed: " : " added: "}</span>
            {showWhitespace(text)}
            <span className="sr-only">{isRemoved ? " end of removed, " : " end of added, "}</span>
          </Mark>
        );
      })}
    </p>
  );
}

interface PolishSuggestionsProps {
  suggestions: readonly PolishSuggestion[];
  /** The text that they refer to. */
  text: string;
  onTake: (suggestion: PolishSuggestion, choice: string) => void;
  onDismiss: (suggestion: PolishSuggestion) => void;
}

/** Uncertain corrections: one click applies one, and none is applied without it. */
function PolishSuggestions({ suggestions, text, onTake, onDismiss }: PolishSuggestionsProps) {
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

/** A span of text: in both texts, only in the first, or only in the second. */
interface WordChange {
  kind: "same" | "removed" | "added";
  text: string;
}

// After this the whole text counts as changed, so that the screen never freezes.
const timeLimitMs = 300;

/** Returns the differences of two texts by word; whitespace and punctuation are tokens of their own. */
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

/** A text with its open suggestions. */
type OpenText = { text: string; suggestions: readonly PolishSuggestion[] };

/** Applies a suggestion's choice and moves the other suggestions to their new positions. */
function applyChoice({ text, suggestions }: OpenText, taken: PolishSuggestion, choice: string): OpenText {
  const { at, instead } = taken;
  const longer = choice.length - instead.length;
  return {
    text: text.slice(0, at) + choice + text.slice(at + instead.length),
    suggestions: suggestions
      .filter((one) => one !== taken)
      .map((one) => (one.at > at ? { ...one, at: one.at + longer } : one)),
  };
}

import { limits } from "@deskhand/contract/limits";
import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { announce } from "../../ui/announcer.tsx";
import { cx } from "../../ui/cx.ts";
import {
  chipsOf,
  partsOf,
  type SearchChip,
  type SearchParts,
  searchOf,
  typedParts,
  withoutChip,
} from "./search-parts.ts";

interface SearchChipsProps {
  chips: readonly SearchChip[];
  onRemove: (chip: SearchChip) => void;
  /** Gets the focus when no chip is left. */
  field: RefObject<HTMLInputElement | null>;
  className?: string;
}

/** A search's filters, each removed by a press, Backspace or Delete; the focus moves to the next chip, and at last to the field. */
export function SearchChips({ chips, onRemove, field, className }: SearchChipsProps) {
  const list = useRef<HTMLUListElement>(null);

  function remove(chip: SearchChip, button: HTMLButtonElement) {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(button);
    (buttons[at + 1] ?? buttons[at - 1] ?? field.current)?.focus();
    onRemove(chip);
  }

  if (chips.length === 0) return null;
  return (
    <ul ref={list} aria-label="Filters in the search" className={cx("flex min-w-0 flex-wrap gap-1.5", className)}>
      {chips.map((chip) => (
        <li key={chip.written} className="min-w-0">
          <button
            type="button"
            title="Remove this filter"
            onClick={({ currentTarget }) => remove(chip, currentTarget)}
            onKeyDown={(event) => {
              if (event.key !== "Backspace" && event.key !== "Delete") return;
              event.preventDefault();
              remove(chip, event.currentTarget);
            }}
            className="flex max-w-full items-center gap-1.5 rounded-tag border border-accent/40 bg-accent/10 px-1.5 text-ink text-xs leading-5 transition-colors duration-120 hover:border-accent"
          >
            <bdi className="min-w-0 truncate">{chip.label}</bdi>
            <X size={12} aria-label="Remove" className="shrink-0 text-soft" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Splits a search into chips and text as it is typed (docs/product.md#how-a-search-is-written). */
export function useSearchParts(start: string) {
  const [parts, setParts] = useState(() => partsOf(start));
  const search = searchOf(parts);

  function change(next: SearchParts) {
    const added = next.filters.at(-1);
    // A screen reader would not notice that the typed filter left the field.
    if (added !== undefined && next.filters.length > parts.filters.length) announce(`Filter ${added.label}`);
    setParts(next);
  }

  /** Removes a chip; returns the rest of the search. */
  function remove(chip: SearchChip): string {
    const left = withoutChip(parts, chip);
    announce(`Filter ${chip.label} removed`);
    setParts(left);
    return searchOf(left);
  }

  return {
    text: parts.text,
    /** The whole search. */
    search,
    /** Returns the search with another text in the field. */
    searchWith: (text: string) => searchOf({ ...parts, text }),
    chips: chipsOf(parts),
    /** How many characters the text may have. */
    room: Math.max(0, limits.searchLength - searchOf({ ...parts, text: "" }).length),
    reset: (wanted: string) => setParts(partsOf(wanted)),
    type: (text: string, isAtEnd = true) => change(typedParts(parts, text, isAtEnd)),
    /** Turns the filters in the text into chips, when a person searches or leaves the field. */
    finish: () => change(partsOf(search)),
    remove,
    /** Removes the last chip on Backspace at the start of the field; returns whether it did. */
    takeLast({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
      const last = parts.filters.at(-1);
      const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0;
      if (key !== "Backspace" || !isAtStart || last === undefined) return false;
      remove(last);
      return true;
    },
  };
}

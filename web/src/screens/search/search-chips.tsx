import { X } from "lucide-react";
import { type RefObject, useRef } from "react";
import { cx } from "../../ui/cx.ts";
import type { SearchChip } from "./search-parts.ts";

interface SearchChipsProps {
  chips: readonly SearchChip[];
  onRemove: (chip: SearchChip) => void;
  /** Has the focus once no chip is left. */
  field: RefObject<HTMLInputElement | null>;
  className?: string;
}

/** The filters of a search, each to be taken off by a press, Backspace or Delete; the focus goes on to the next, at last to the field. */
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

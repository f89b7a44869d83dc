import { limits } from "@deskhand/contract/limits";
import { type KeyboardEvent, useState } from "react";
import { announce } from "../../ui/announcer.tsx";
import {
  chipsOf,
  partsOf,
  type SearchChip,
  type SearchParts,
  searchOf,
  typedParts,
  withoutChip,
} from "./search-parts.ts";

/** A search in a field, of which the filters become chips as they are typed (docs/product.md#how-a-search-is-written). */
export function useSearchParts(start: string) {
  const [parts, setParts] = useState(() => partsOf(start));
  const search = searchOf(parts);

  function change(next: SearchParts) {
    const added = next.filters.at(-1);
    // What was typed is gone from the field, and stands where nobody reads it out.
    if (added !== undefined && next.filters.length > parts.filters.length) announce(`Filter ${added.label}`);
    setParts(next);
  }

  /** What is left to be asked for. */
  function remove(chip: SearchChip): string {
    const left = withoutChip(parts, chip);
    announce(`Filter ${chip.label} removed`);
    setParts(left);
    return searchOf(left);
  }

  return {
    text: parts.text,
    /** All of it, as it is asked for. */
    search,
    /** The same with another text in the field. */
    searchWith: (text: string) => searchOf({ ...parts, text }),
    chips: chipsOf(parts),
    /** How long the text may be. */
    room: Math.max(0, limits.searchLength - searchOf({ ...parts, text: "" }).length),
    reset: (wanted: string) => setParts(partsOf(wanted)),
    type: (text: string, isAtEnd = true) => change(typedParts(parts, text, isAtEnd)),
    /** Makes chips of the filters in the text, as one asks or leaves. */
    finish: () => change(partsOf(search)),
    remove,
    /** Backspace where nothing stands before the cursor takes off the last chip; whether it did. */
    takeLast({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
      const last = parts.filters.at(-1);
      const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0;
      if (key !== "Backspace" || !isAtStart || last === undefined) return false;
      remove(last);
      return true;
    },
  };
}

import { useRef } from "react";
import { SearchChips, useSearchParts } from "./search-chips.tsx";
import { type Asking, besideFilters, SearchField, useAsking } from "./search-field.tsx";
import { normalSearch } from "./search-parts.ts";

/** A list's search field that also takes filters and shows them below as chips (docs/product.md#how-a-search-is-written). */
export function FilterSearchBox({ noun, search, ...asking }: Asking & { noun: string }) {
  const field = useRef<HTMLInputElement>(null);
  const parts = useSearchParts(search);
  const searchFor = useAsking(parts.search, parts.reset, { ...asking, search: normalSearch(search) });
  return (
    <div className={`flex flex-col gap-1.5 ${besideFilters}`}>
      <SearchField
        noun={noun}
        field={field}
        maxLength={parts.room}
        value={parts.text}
        isEmpty={parts.text === ""}
        onClear={() => {
          parts.type("");
          searchFor(parts.searchWith(""));
        }}
        onChange={({ target }) => parts.type(target.value, target.selectionStart === target.value.length)}
        onBlur={parts.finish}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            parts.finish();
            searchFor(parts.search);
          } else if (parts.takeLast(event)) event.preventDefault();
        }}
      />
      <SearchChips chips={parts.chips} onRemove={(chip) => searchFor(parts.remove(chip))} field={field} />
    </div>
  );
}

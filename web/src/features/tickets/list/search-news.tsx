import { readSearch, type SearchFilter, withoutFilter } from "@deskhand/contract/search/grammar";
import type { TicketList } from "@deskhand/contract/tickets";
import { X } from "lucide-react";
import { unknownText } from "../../../entities/ticket/unknown-text.ts";
import { Button } from "../../../ui/button.tsx";
import { switchView, type TicketListFilter } from "./ticket-list-filter.ts";

interface SearchNewsProps {
  filter: TicketListFilter;
  loaded: TicketList | undefined;
  onChange: (filter: TicketListFilter) => void;
}

/**
 * What is to be said of a search: the filters in it, each to be taken out, what was searched for instead, what nobody and nothing has, and
 * how many the other view has (docs/product.md#how-a-search-is-written).
 */
export function SearchNews({ filter, loaded, onChange }: SearchNewsProps) {
  const { filters } = readSearch(filter.search);
  const elsewhere = loaded?.elsewhereCount ?? 0;
  const place = filter.view === "active" ? "In the archive" : "In the active tickets";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-1 pb-2 text-sm text-soft empty:hidden">
      {filters.length > 0 && (
        <ul aria-label="Filters in the search" className="flex min-w-0 flex-wrap gap-x-2 gap-y-1.5">
          {filters.map((one) => (
            <li key={one.start} className="min-w-0">
              <SearchChip
                filter={one}
                onRemove={() => onChange({ ...filter, search: withoutFilter(filter.search, one) })}
              />
            </li>
          ))}
        </ul>
      )}
      {loaded?.shownFor && (
        <p role="status" className="min-w-0 break-anywhere">
          Showing results for <b className="font-semibold text-ink">{loaded.shownFor}</b>
        </p>
      )}
      {loaded?.unknown.map((one) => (
        <p key={`${one.name}:${one.value}`} role="status" className="min-w-0 break-anywhere">
          {unknownText(one)}
        </p>
      ))}
      {elsewhere > 0 && (
        <Button variant="ghost" size="sm" className="tabular" onClick={() => onChange(switchView(filter))}>
          {`${place} (${elsewhere.toLocaleString("en-US")}${elsewhere === mostCounted ? "+" : ""})`}
        </Button>
      )}
    </div>
  );
}

/** Counted no further. */
const mostCounted = 10_000;

/** A filter that stands in the search, as a chip that takes it out. */
function SearchChip({ filter: { name, value }, onRemove }: { filter: SearchFilter; onRemove: () => void }) {
  return (
    <button
      type="button"
      title="Remove this filter"
      onClick={onRemove}
      className="flex max-w-full items-center gap-1.5 rounded-tag border border-accent/40 bg-accent/10 px-1.5 text-ink text-xs leading-5 transition-colors duration-120 hover:border-accent"
    >
      <span className="min-w-0 truncate">{`${name}: ${value}`}</span>
      <X size={12} aria-label="Remove" className="shrink-0 text-soft" />
    </button>
  );
}

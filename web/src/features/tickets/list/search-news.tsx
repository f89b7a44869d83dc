import type { TicketList } from "@deskhand/contract/tickets";
import { unknownText } from "../../../entities/ticket/unknown-text.ts";
import { Button } from "../../../ui/button.tsx";
import { switchView, type TicketListFilter } from "./ticket-list-filter.ts";

interface SearchNewsProps {
  filter: TicketListFilter;
  loaded: TicketList | undefined;
  onChange: (filter: TicketListFilter) => void;
}

/**
 * Notices about a search: the corrected terms, terms without matches, and how many matches the other view has
 * (docs/product.md#how-a-search-is-written).
 */
export function SearchNews({ filter, loaded, onChange }: SearchNewsProps) {
  const elsewhere = loaded?.elsewhereCount ?? 0;
  const place = filter.view === "active" ? "In the archive" : "In the active tickets";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-1 pb-2 text-sm text-soft empty:hidden">
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

/** The cap of the count. */
const mostCounted = 10_000;

import type { TicketList } from "@deskhand/contract/tickets";
import { X } from "lucide-react";
import { counted } from "../../../lib/format.ts";
import { showingText } from "../../../screens/showing-text.ts";
import { clearPart, filterBadges, type TicketListFilter } from "./ticket-list-filter.ts";

interface ListSummaryProps {
  filter: TicketListFilter;
  loaded: TicketList | undefined;
  isLoading: boolean;
  onChange: (filter: TicketListFilter) => void;
}

/** How many tickets are shown, what they are filtered by, and how many the archive has. */
export function ListSummary({ filter, loaded, isLoading, onChange }: ListSummaryProps) {
  return (
    <div className="flex min-h-9.5 flex-wrap items-center gap-x-3 gap-y-1.5 px-1 py-2 text-sm max-sm:min-h-8 max-sm:py-1.5 text-soft tabular">
      <p>
        {loaded !== undefined && `${showingText(loaded, "tickets")} `}
        {isLoading && <span className="animate-appear-late">(Loading...)</span>}
      </p>
      <ul
        aria-label="Active filters"
        className="flex min-w-0 flex-wrap gap-x-2 gap-y-1.5 empty:hidden max-xl:order-last max-xl:basis-full"
      >
        {filterBadges(filter).map(({ part, text }) => (
          <li key={part} className="min-w-0">
            <button
              type="button"
              title="Remove this filter"
              onClick={() => onChange(clearPart(filter, part))}
              className="flex max-w-full items-center gap-1.5 rounded-tag border border-accent/40 bg-accent/10 px-1.5 text-ink text-xs leading-5 transition-colors duration-120 hover:border-accent"
            >
              <span className="min-w-0 truncate">{text}</span>
              <X size={12} aria-label="Remove" className="shrink-0 text-soft" />
            </button>
          </li>
        ))}
      </ul>
      {filter.view === "active" && loaded !== undefined && (
        <p className="ml-auto">{`${counted(loaded.archivedCount, "ticket")} in archive`}</p>
      )}
    </div>
  );
}

import type { TicketList } from "@deskhand/contract/tickets";
import { type TicketSort, ticketSorts } from "@deskhand/contract/vocabulary";
import { ArrowUpDown, ChevronDown, X } from "lucide-react";
import { oneOf } from "../../../lib/address-values.ts";
import { counted } from "../../../lib/format.ts";
import { clearPart, filterBadges, type TicketListFilter } from "./ticket-list-filter.ts";

interface ListSummaryProps {
  filter: TicketListFilter;
  loaded: TicketList | undefined;
  /** The count of tickets shown, once known. */
  showing: string | undefined;
  isLoading: boolean;
  sort: TicketSort;
  /** Returns a colleague's name. */
  nameOf: (id: string) => string | null;
  onChange: (filter: TicketListFilter) => void;
  onSort: (sort: TicketSort) => void;
}

/** The number of tickets shown, their filters and order, and how many the archive has. */
export function ListSummary({ filter, loaded, showing, isLoading, sort, nameOf, onChange, onSort }: ListSummaryProps) {
  return (
    <div className="flex min-h-9.5 flex-wrap items-center gap-x-3 gap-y-1.5 px-1 py-2 text-sm max-sm:min-h-8 max-sm:py-1.5 text-soft tabular">
      <p>
        {showing !== undefined && `${showing} `}
        {isLoading && <span className="animate-appear-late">(Loading...)</span>}
      </p>
      <ul
        aria-label="Active filters"
        className="flex min-w-0 flex-wrap gap-x-2 gap-y-1.5 empty:hidden max-xl:order-last max-xl:basis-full"
      >
        {filterBadges(filter, nameOf).map(({ part, text }) => (
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
      <div className="ml-auto flex items-center gap-3">
        {filter.view === "active" && loaded !== undefined && (
          <p>{`${counted(loaded.archivedCount, "ticket")} in archive`}</p>
        )}
        <SortChoice sort={sort} onSort={onSort} />
      </div>
    </div>
  );
}

const sortLabels: Record<TicketSort, string> = {
  priority: "Priority",
  activity: "Latest activity",
  waiting: "Waiting longest",
  due: "Next due",
};

/** The list's order; on phones only an icon over the browser's own select. */
function SortChoice({ sort, onSort }: { sort: TicketSort; onSort: (sort: TicketSort) => void }) {
  return (
    <span
      title="Sort"
      className="relative -my-1 -mr-1 flex h-7 items-center gap-1.5 rounded-control px-1.5 has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-hover hover:text-ink"
    >
      <ArrowUpDown size={13} aria-hidden />
      <span aria-hidden className="max-sm:sr-only">
        Sort: {sortLabels[sort]}
      </span>
      <ChevronDown size={13} aria-hidden className="max-sm:hidden" />
      <select
        aria-label="Sort"
        value={sort}
        onChange={({ target }) => onSort(oneOf(target.value, ticketSorts) ?? "priority")}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        {ticketSorts.map((each) => (
          <option key={each} value={each}>
            {sortLabels[each]}
          </option>
        ))}
      </select>
    </span>
  );
}

import type { TicketList as ListedTickets, TicketCard } from "@deskhand/contract/tickets";
import { type TicketView, ticketLabel } from "@deskhand/contract/vocabulary";
import { Archive, Inbox, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { useTeams } from "../../../entities/person/use-teams.ts";
import { useShowList } from "../../../entities/ticket/shown-list.ts";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.ts";
import { FilteredList } from "../../../screens/filtered-list.tsx";
import { headerIconClass, showingText } from "../../../screens/list-header.tsx";
import { usePages } from "../../../screens/use-pages.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { loadAfterFirst, loadLater } from "../../../ui/load-later.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { ListSummary } from "./list-summary.tsx";
import { RowTick } from "./row-marks.tsx";
import {
  backToActive,
  clearFilter,
  isFiltered,
  listInput,
  switchView,
  type TicketListFilter,
} from "./ticket-list-filter.ts";
import { RowSkeleton, TicketRow } from "./ticket-row.tsx";
import { useSort } from "./use-sort.ts";

const SearchNews = loadLater(() => import("./search-news.tsx").then(({ SearchNews }) => SearchNews));
const ListEmpty = loadLater(() => import("./list-empty.tsx").then(({ ListEmpty }) => ListEmpty));

interface TicketListProps {
  filter: TicketListFilter;
  onFilter: (filter: TicketListFilter) => void;
  onNewTicket: () => void;
  /** The open ticket, whose row is marked. */
  openTicketId: string | null;
  /** Controls beside the list's own, for saving its filter. */
  controls?: ReactNode;
}

const BulkLayer = loadAfterFirst(() => import("../bulk/bulk-layer.tsx").then(({ BulkLayer }) => BulkLayer));

type Counts = Pick<ListedTickets, "activeCount" | "archivedCount" | "snoozedCount">;

const none: readonly TicketCard[] = [];
const ROW_PX = 60;
const CARD_PX = 174;
const CARD_BELOW_PX = 672;

/** The tickets tab: active tickets or the archive, filtered, live and paged (docs/product.md#the-list). */
export function TicketList({ filter, onFilter, onNewTicket, openTicketId, controls }: TicketListProps) {
  const { can } = useSession();
  const { nameOf } = useColleagues();
  const { teamName } = useTeams(filter.team !== "");
  const [preferredSort, saveSort] = useSort();
  const sort = filter.sort ?? preferredSort;
  const wayBack = wayBackOf(filter, onFilter);
  const input = listInput({ ...filter, sort });
  useShowList(input);
  const pages = usePages({
    queryKey: api.tickets.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.tickets.list.call({ ...input, ...page }, { signal }),
  });
  const { latest } = pages;
  const isArchive = filter.view === "archive" && !filter.everywhere;
  const title = filter.everywhere ? "All Tickets" : isArchive ? "Archived Tickets" : "Active Tickets";
  const count = latest && countOf(filter, latest);
  // Snoozed tickets are a view of their own, outside the total of every other.
  const all = filter.snoozed && !filter.everywhere ? latest?.snoozedCount : count;
  const showing = latest && showingText(isFiltered(filter) ? latest : null, all ?? 0, "tickets");
  return (
    <FilteredList
      header={{
        title: count === undefined ? title : `${title} (${count.toLocaleString("en-US")})`,
        subtitle: "AI-powered ticket management and customer support",
        filtersText: "Filters",
        view: (
          <>
            <ViewSwitch view={isArchive ? "archive" : "active"} onSwitch={wayBack.switchView} />
            {controls}
          </>
        ),
        create: !isArchive && can("tickets:create") && (
          <Button
            data-new-ticket
            variant="primary"
            icon={<Plus size={15} aria-hidden className={headerIconClass} />}
            onClick={onNewTicket}
          >
            New Ticket
          </Button>
        ),
      }}
      queryKey={api.tickets.list.key()}
      signedOutText="Please sign in to view and manage support tickets."
      filter={filter}
      result={isFiltered(filter) ? (showing ?? null) : null}
      notice={
        isArchive && (
          <Banner kind="info" title="Archived Tickets" className="mt-3.5">
            These tickets have been resolved or closed. They are kept for reference and reporting purposes.
          </Banner>
        )
      }
      renderFilters={(id) => (
        <FilterPanel
          id={id}
          filter={filter}
          snoozedCount={latest?.snoozedCount}
          tags={tagsOf(latest?.items)}
          onChange={wayBack.change}
          onClear={wayBack.clear}
        />
      )}
      renderSummary={(isLoading) => (
        <>
          <ListSummary
            filter={filter}
            loaded={latest}
            showing={showing}
            isLoading={isLoading}
            sort={sort}
            nameOf={(id) => nameOf(id) ?? teamName(id)}
            onChange={wayBack.change}
            onSort={(chosen) => {
              saveSort(chosen);
              onFilter({ ...filter, sort: chosen });
            }}
          />
          {filter.search !== "" && <SearchNews filter={filter} loaded={latest} onChange={wayBack.change} />}
          <BulkLayer
            listKey={JSON.stringify(input)}
            items={pages.items ?? none}
            total={latest && { count: latest.total, isCapped: latest.totalIsCapped }}
            findAll={() => api.tickets.listIds.call(input)}
          />
        </>
      )}
      label="Tickets"
      noun="tickets"
      pages={pages}
      total={latest?.totalIsCapped ? -1 : latest?.total}
      rowHeight={(width) => (width < CARD_BELOW_PX ? CARD_PX : ROW_PX)}
      renderRow={(ticket, isTabStop, isGone) => (
        <div className="group relative">
          <RowTick id={ticket.id} label={ticketLabel(ticket.ticketNumber)} />
          <TicketRow
            ticket={ticket}
            assignee={ticket.assignedTo === null ? null : nameOf(ticket.assignedTo)}
            isOpen={ticket.id === openTicketId}
            isTabStop={isTabStop}
            isGone={isGone}
          />
        </div>
      )}
      Skeleton={RowSkeleton}
      standsStillBy="ticket"
      empty={<ListEmpty filter={filter} loaded={latest} onClear={wayBack.clear} />}
    />
  );
}

/** How many tickets the view has. */
function countOf({ view, everywhere }: TicketListFilter, counts: Counts): number {
  const { activeCount, archivedCount, snoozedCount } = counts;
  if (everywhere) return activeCount + archivedCount + snoozedCount;
  return view === "archive" ? archivedCount : activeCount;
}

/** Returns the tags of these tickets, most frequent first. */
function tagsOf(tickets: readonly Pick<TicketCard, "tags">[] = []): string[] {
  const counts = new Map<string, number>();
  for (const tag of tickets.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

/** Switches between the active tickets and the archive. */
function ViewSwitch({ view, onSwitch }: { view: TicketView; onSwitch: () => void }) {
  const Icon = view === "archive" ? Inbox : Archive;
  return (
    <Button icon={<Icon size={15} aria-hidden className={headerIconClass} />} onClick={onSwitch}>
      {view === "active" && "View Archive"}
      {view === "archive" && <span className="sm:hidden">Back to Active Tickets</span>}
      {view === "archive" && <span className="max-sm:hidden">View Active</span>}
    </Button>
  );
}

interface WayBack {
  /** Changes the filter; a status chip leads to the archive, and back when no status is chosen. */
  change: (next: TicketListFilter) => void;
  /** Clears the filter and returns from where a chip led. */
  clear: () => void;
  /** Switches the view for good. */
  switchView: () => void;
}

/**
 * Returns the ways to change the filter. The active list from which a status chip led to the archive is kept in the
 * URL.
 */
export function wayBackOf(filter: TicketListFilter, onFilter: (filter: TicketListFilter) => void): WayBack {
  return {
    change: (next) => onFilter(next.view === "archive" && next.status.length === 0 ? backToActive(next) : next),
    clear: () => onFilter(clearFilter(backToActive(filter))),
    switchView: () => onFilter(switchView(filter)),
  };
}

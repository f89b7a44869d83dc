import type { TicketView } from "@deskhand/contract/vocabulary";
import { Archive, Inbox, Plus } from "lucide-react";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { SupportAddress } from "../../../entities/ticket/support-address.tsx";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.ts";
import { FilteredList } from "../../../screens/filtered-list.tsx";
import { headerIconClass } from "../../../screens/list-header.tsx";
import { showingText } from "../../../screens/showing-text.ts";
import { usePages } from "../../../screens/use-pages.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { ListSummary } from "./list-summary.tsx";
import { clearFilter, isFiltered, listInput, switchView, type TicketListFilter } from "./ticket-list-filter.ts";
import { RowSkeleton, TicketRow } from "./ticket-row.tsx";

export interface TicketListProps {
  filter: TicketListFilter;
  onFilter: (filter: TicketListFilter) => void;
  onNewTicket: () => void;
  /** The ticket whose dialog is open; its row is marked. */
  openTicketId: string | null;
}

const ROW_PX = 60;
const CARD_PX = 150;
const CARD_BELOW_PX = 672;

/** The tickets tab: active tickets or the archive, filtered, live, page by page (docs/product.md#the-list). */
export function TicketList({ filter, onFilter, onNewTicket, openTicketId }: TicketListProps) {
  const { can } = useSession();
  const { nameOf } = useColleagues();
  const input = listInput(filter);
  const pages = usePages({
    queryKey: api.tickets.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.tickets.list.call({ ...input, ...page }, { signal }),
  });
  const { latest } = pages;
  const clear = () => onFilter(clearFilter(filter));
  const isArchive = filter.view === "archive";
  const title = isArchive ? "Archived Tickets" : "Active Tickets";
  const count = isArchive ? latest?.archivedCount : latest?.activeCount;
  return (
    <FilteredList
      header={{
        title: count === undefined ? title : `${title} (${count.toLocaleString("en-US")})`,
        subtitle: "AI-powered ticket management and customer support",
        filtersText: "Filters",
        view: <ViewSwitch view={filter.view} onSwitch={() => onFilter(switchView(filter))} />,
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
      result={latest === undefined || !isFiltered(filter) ? null : showingText(latest, "tickets")}
      notice={
        isArchive && (
          <Banner kind="info" title="Archived Tickets" className="mt-3.5">
            These tickets have been resolved or closed. They are kept for reference and reporting purposes.
          </Banner>
        )
      }
      renderFilters={(id) => <FilterPanel id={id} filter={filter} onChange={onFilter} onClear={clear} />}
      renderSummary={(isLoading) => (
        <ListSummary filter={filter} loaded={latest} isLoading={isLoading} onChange={onFilter} />
      )}
      label="Tickets"
      noun="tickets"
      pages={pages}
      total={latest?.totalIsCapped ? -1 : latest?.total}
      rowHeight={(width) => (width < CARD_BELOW_PX ? CARD_PX : ROW_PX)}
      renderRow={(ticket, isTabStop) => (
        <TicketRow
          ticket={ticket}
          assignee={ticket.assignedTo === null ? null : nameOf(ticket.assignedTo)}
          isOpen={ticket.id === openTicketId}
          isTabStop={isTabStop}
        />
      )}
      Skeleton={RowSkeleton}
      empty={<ListEmpty filter={filter} onClear={clear} />}
    />
  );
}

/** Leads from the active tickets to the archive, and back. */
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

/** Why there is no ticket, and what to do next. */
function ListEmpty({ filter, onClear }: { filter: TicketListFilter; onClear: () => void }) {
  const isArchive = filter.view === "archive";
  const Icon = isArchive ? Archive : Inbox;
  const common = {
    icon: <Icon size={20} aria-hidden />,
    title: isArchive ? "No archived tickets found" : "No active tickets found",
  };
  if (isFiltered(filter)) {
    return (
      <EmptyState {...common} action={<Button onClick={onClear}>Clear Filters</Button>}>
        Try adjusting your filter criteria
      </EmptyState>
    );
  }
  return (
    <EmptyState {...common} action={!isArchive && <SupportAddress />}>
      {isArchive
        ? "No tickets have been resolved or closed yet"
        : "No active tickets at the moment. Tickets created via email will appear here automatically."}
    </EmptyState>
  );
}

import type { TicketView } from "@deskhand/contract/vocabulary";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, Inbox, Plus } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { SupportAddress } from "../../../entities/ticket/support-address.tsx";
import { api } from "../../../lib/api.ts";
import { isSignedOut } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { headerIconClass, ListHeader } from "../../../screens/list-header.tsx";
import { ListScreen } from "../../../screens/list-screen.tsx";
import { showingText } from "../../../screens/showing-text.ts";
import { SignedOut } from "../../../screens/signed-out.tsx";
import { usePages } from "../../../screens/use-pages.ts";
import { announce } from "../../../ui/announcer.tsx";
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
  const cache = useQueryClient();
  const { can } = useSession();
  const { nameOf } = useColleagues();
  const filterPanelId = useId();
  const [isFilterShown, setFilterShown] = useState(true);
  const [isRefreshing, setRefreshing] = useState(false);
  const input = listInput(filter);
  const pages = usePages({
    queryKey: api.tickets.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.tickets.list.call({ ...input, ...page }, { signal }),
  });
  const { latest } = pages;
  const clear = () => onFilter(clearFilter(filter));
  // Counts change in silence when tickets come and go by themselves.
  const found = latest === undefined || pages.isOutdated || !isFiltered(filter) ? null : showingText(latest, "tickets");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is spoken when it first comes, not when it grows.
  useEffect(() => {
    if (found !== null) announce(found);
  }, [JSON.stringify(filter), pages.isOutdated]);

  async function refresh() {
    setRefreshing(true);
    await cache.invalidateQueries({ queryKey: api.tickets.list.key() });
    setRefreshing(false);
  }

  if (isSignedOut(pages.error)) return <SignedOut>Please sign in to view and manage support tickets.</SignedOut>;
  const [title, count] =
    filter.view === "archive" ? ["Archived Tickets", latest?.archivedCount] : ["Active Tickets", latest?.activeCount];
  return (
    <>
      <ListHeader
        title={count === undefined ? title : `${title} (${count.toLocaleString("en-US")})`}
        subtitle="AI-powered ticket management and customer support"
        filters={{
          panelId: filterPanelId,
          isShown: isFilterShown,
          onToggle: () => setFilterShown(!isFilterShown),
          label: "Filters",
        }}
        isRefreshing={isRefreshing}
        onRefresh={() => void refresh()}
        view={<ViewSwitch view={filter.view} onSwitch={() => onFilter(switchView(filter))} />}
        create={
          filter.view === "active" &&
          can("tickets:create") && (
            <Button
              data-new-ticket
              variant="primary"
              icon={<Plus size={15} aria-hidden className={headerIconClass} />}
              onClick={onNewTicket}
            >
              New Ticket
            </Button>
          )
        }
      />
      <ListScreen
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
      >
        {filter.view === "archive" && (
          <Banner kind="info" title="Archived Tickets" className="mt-3.5">
            These tickets have been resolved or closed. They are kept for reference and reporting purposes.
          </Banner>
        )}
        {isFilterShown && <FilterPanel id={filterPanelId} filter={filter} onChange={onFilter} onClear={clear} />}
        <ListSummary filter={filter} loaded={latest} isLoading={pages.isLoading || isRefreshing} onChange={onFilter} />
      </ListScreen>
    </>
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

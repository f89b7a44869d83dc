import { useQueryClient } from "@tanstack/react-query";
import { LockKeyhole, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { api } from "../../../lib/api.ts";
import { isSignedOut } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { showingText } from "./list-counts.ts";
import { ListEmpty } from "./list-empty.tsx";
import { ListFailure } from "./list-failure.tsx";
import { ListHeader } from "./list-header.tsx";
import { ListSummary } from "./list-summary.tsx";
import { RowSkeleton } from "./row-skeleton.tsx";
import { clearFilter, isFiltered, switchView, type TicketListFilter } from "./ticket-list-filter.ts";
import { TicketRows } from "./ticket-rows.tsx";
import { type TicketListState, useTicketList } from "./use-ticket-list.ts";

export interface TicketListProps {
  filter: TicketListFilter;
  onFilter: (filter: TicketListFilter) => void;
  onNewTicket: () => void;
  /** The ticket whose dialog is open; its row is marked. */
  openTicketId: string | null;
}

/** The tickets tab: active tickets or the archive, filtered, live, page by page (spec part 1, section 2.7). */
export function TicketList({ filter, onFilter, onNewTicket, openTicketId }: TicketListProps) {
  const cache = useQueryClient();
  const { can } = useSession();
  const filterPanelId = useId();
  const [isFilterShown, setFilterShown] = useState(true);
  const [isRefreshing, setRefreshing] = useState(false);
  const state = useTicketList(filter);
  const { loaded, error } = state;
  const clear = () => onFilter(clearFilter(filter));
  useSpokenResult(filter, state);

  async function refresh() {
    setRefreshing(true);
    await cache.invalidateQueries({ queryKey: api.tickets.list.key() });
    setRefreshing(false);
  }

  if (isSignedOut(error)) return <SignedOut />;
  const count = filter.view === "archive" ? loaded?.archivedCount : loaded?.activeCount;
  return (
    <>
      <ListHeader
        view={filter.view}
        count={count ?? null}
        onSwitchView={() => onFilter(switchView(filter))}
        filterPanelId={filterPanelId}
        isFilterShown={isFilterShown}
        onToggleFilter={() => setFilterShown(!isFilterShown)}
        isRefreshing={isRefreshing}
        onRefresh={() => void refresh()}
        onNewTicket={can("tickets:create") ? onNewTicket : undefined}
      />
      <ListFailure error={error} onRetry={state.retry} />
      {filter.view === "archive" && (
        <Banner kind="info" title="Archived Tickets" className="mt-3.5">
          These tickets have been resolved or closed. They are kept for reference and reporting purposes.
        </Banner>
      )}
      {isFilterShown && <FilterPanel id={filterPanelId} filter={filter} onChange={onFilter} onClear={clear} />}
      <ListSummary filter={filter} loaded={loaded} isLoading={state.isLoading || isRefreshing} onChange={onFilter} />
      <ListPanel>
        {loaded === undefined && error === null && <RowSkeleton count={8} />}
        {loaded === undefined && error !== null && <NothingLoaded />}
        {loaded?.items.length === 0 && <ListEmpty filter={filter} onClear={clear} />}
        {loaded !== undefined && loaded.items.length > 0 && (
          <TicketRows
            loaded={loaded}
            loadedAt={state.loadedAt}
            isOutdated={state.isOutdated}
            openTicketId={openTicketId}
            onNearEnd={state.loadMore}
          />
        )}
      </ListPanel>
    </>
  );
}

/** Tells a screen reader what a filter found; the count changes in silence when tickets come and go by themselves. */
function useSpokenResult(filter: TicketListFilter, { loaded, isOutdated }: TicketListState): void {
  const text = loaded === undefined || isOutdated || !isFiltered(filter) ? null : showingText(loaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is spoken when its filter is answered, not when it grows.
  useEffect(() => {
    if (text !== null) announce(text);
  }, [JSON.stringify(filter), isOutdated]);
}

function ListPanel({ children }: { children: ReactNode }) {
  return <div className="@container overflow-clip rounded-panel border border-line bg-panel">{children}</div>;
}

function NothingLoaded() {
  return (
    <EmptyState icon={<TriangleAlert size={20} aria-hidden />} title="Tickets are not shown">
      They could not be loaded. Use Refresh to try again.
    </EmptyState>
  );
}

function SignedOut() {
  return (
    <ListPanel>
      <EmptyState
        icon={<LockKeyhole size={20} aria-hidden />}
        title="Authentication Required"
        action={<TextLink href="/login">Sign In</TextLink>}
      >
        Please sign in to view and manage support tickets.
      </EmptyState>
    </ListPanel>
  );
}

import { useEffect, useState } from "react";
import { clearFilter, switchView, type TicketListFilter } from "./ticket-list-filter.ts";

interface WayBack {
  /** Changes the filter; a status chip leads to the archive, and back once no status is asked for any more. */
  change: (next: TicketListFilter) => void;
  /** Takes all of the filter away, and leads back from where a chip led. */
  clear: () => void;
  /** Leads to the other view, to stay there. */
  switchView: () => void;
}

/** Remembers the active list from which a status chip led to the archive, until one is back or went there otherwise. */
export function useWayBack(filter: TicketListFilter, onFilter: (filter: TicketListFilter) => void): WayBack {
  const [before, setBefore] = useState<TicketListFilter | null>(null);
  const { view } = filter;
  useEffect(() => {
    if (view === "active") setBefore(null);
  }, [view]);

  return {
    change(next) {
      if (view === "active" && next.view === "archive") setBefore(filter);
      const isOver = before !== null && next.view === "archive" && next.status.length === 0;
      onFilter(isOver ? backTo(before, next) : next);
    },
    clear: () => onFilter(clearFilter(before === null ? filter : before)),
    switchView() {
      setBefore(null);
      onFilter(switchView(filter));
    },
  };
}

/** The active list as it was, with what else was asked for since. */
function backTo({ view, status, needsReply, snoozed }: TicketListFilter, now: TicketListFilter): TicketListFilter {
  return { ...now, view, status, needsReply, snoozed };
}

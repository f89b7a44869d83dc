import type { TicketView } from "@deskhand/contract/vocabulary";
import { Archive, Inbox, Plus, RotateCw, SlidersHorizontal } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";

interface ListHeaderProps {
  view: TicketView;
  /** How many tickets the view has; null until it is known. */
  count: number | null;
  onSwitchView: () => void;
  filterPanelId: string;
  isFilterShown: boolean;
  onToggleFilter: () => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Absent for who may not. */
  onNewTicket: (() => void) | undefined;
}

/** Without icons the buttons fit beside the title where a sidebar leaves little room, and in one line on phones. */
const iconClass = "max-sm:hidden lg:max-xl:hidden";

/** The list's title and what can be done with the whole of it. */
export function ListHeader(props: ListHeaderProps) {
  const { view, count, onSwitchView, filterPanelId, isFilterShown, onToggleFilter, isRefreshing } = props;
  const { onRefresh, onNewTicket } = props;
  const title = view === "archive" ? "Archived Tickets" : "Active Tickets";
  const ViewIcon = view === "archive" ? Inbox : Archive;
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-3 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-y-1">
      <div className="mr-auto max-sm:contents">
        <h1 className="font-semibold text-xl tabular">
          {count === null ? title : `${title} (${count.toLocaleString("en-US")})`}
        </h1>
        <p className="text-soft max-sm:col-span-2 max-sm:row-start-2 max-sm:text-xs lg:max-xl:text-sm">
          AI-powered ticket management and customer support
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:contents">
        <div className="flex gap-2 max-sm:col-span-2 max-sm:row-start-3 max-sm:mt-1.5">
          <Button icon={<ViewIcon size={15} aria-hidden className={iconClass} />} onClick={onSwitchView}>
            {view === "active" && "View Archive"}
            {view === "archive" && <span className="sm:hidden">Back to Active Tickets</span>}
            {view === "archive" && <span className="max-sm:hidden">View Active</span>}
          </Button>
          <Button
            icon={<SlidersHorizontal size={15} aria-hidden className={iconClass} />}
            aria-expanded={isFilterShown}
            aria-controls={isFilterShown ? filterPanelId : undefined}
            onClick={onToggleFilter}
          >
            Filters
          </Button>
          <Button
            icon={<RotateCw size={15} aria-hidden className={cx(iconClass, isRefreshing && "animate-spin")} />}
            disabled={isRefreshing}
            onClick={onRefresh}
          >
            Refresh
          </Button>
        </div>
        {view === "active" && onNewTicket !== undefined && (
          <Button
            data-new-ticket
            variant="primary"
            icon={<Plus size={15} aria-hidden className={iconClass} />}
            onClick={onNewTicket}
          >
            New Ticket
          </Button>
        )}
      </div>
    </div>
  );
}

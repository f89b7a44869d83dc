import { BellOff } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { groupNotifications } from "./group-notifications.ts";
import { LoadMore } from "./load-more.tsx";
import { NotificationItem } from "./notification-item.tsx";
import { useAllNotifications } from "./use-all-notifications.ts";
import { useMarkNotifications } from "./use-mark-notifications.ts";

interface AllNotificationsProps {
  onClose: () => void;
  onOpenTicket: (ticketId: string) => void;
}

type Filter = "all" | "unread";

/** Everything one was told, page by page ('View all notifications', spec part 1, section 2.5). */
export function AllNotifications({ onClose, onOpenTicket }: AllNotificationsProps) {
  const group = useId();
  const [filter, setFilter] = useState<Filter>("all");
  const list = useRef<HTMLUListElement>(null);
  const { items, unreadCount, isPending, error, hasMore, isLoadingMore, loadMore, retry } = useAllNotifications(
    filter === "unread",
  );
  const { markAllRead, markRead, failure, dismissFailure } = useMarkNotifications();
  const groups = groupNotifications(items);

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-notification]") ?? [])];

  function move(event: KeyboardEvent<HTMLUListElement>) {
    const all = rows();
    const row = event.target instanceof Element ? event.target.closest("li") : null;
    const at = all.findIndex((each) => row?.contains(each));
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const next = all[steps[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  /** The row that has the focus is about to lose its button, and under "Unread" to go: the next one takes over. */
  function markRow(index: number, ids: string[]) {
    const all = rows();
    const next = filter === "unread" ? (all[index + 1] ?? all[index - 1]) : all[index];
    (next ?? document.getElementById(`${group}-tab-${filter}`))?.focus();
    markRead(ids);
  }

  return (
    <Dialog
      size="md"
      tall
      bare
      title="Notifications"
      onClose={onClose}
      actions={
        <Button variant="ghost" size="sm" disabled={!unreadCount} onClick={markAllRead}>
          Mark all as read
        </Button>
      }
    >
      <div className="flex h-full flex-col">
        <Tabs
          group={group}
          label="Which notifications"
          tabs={[
            { id: "all", label: "All" },
            { id: "unread", label: "Unread", ...(unreadCount !== undefined && { count: unreadCount }) },
          ]}
          active={filter}
          onSelect={setFilter}
        />
        {failure !== null && (
          <Banner kind="error" title="Not marked as read" onDismiss={dismissFailure} className="mx-4 mt-3 sm:mx-5">
            {failure}
          </Banner>
        )}
        {error !== null && (
          <Banner
            kind="error"
            title="Failed to load notifications"
            className="mx-4 mt-3 sm:mx-5"
            action={
              <Button size="sm" onClick={retry}>
                Try again
              </Button>
            }
          >
            {failureText(error)}
          </Banner>
        )}
        <TabPanel group={group} id={filter} className="flex-1 overflow-y-auto overscroll-contain">
          {isPending && <Loading />}
          {!isPending && error === null && items.length === 0 && <Nothing filter={filter} />}
          <ul ref={list} onKeyDown={move} className="divide-y divide-line">
            {groups.map(({ newest, ids, message }, index) => (
              <li key={newest.id}>
                <NotificationItem
                  group={{ newest, ids, message }}
                  onMarkRead={() => markRow(index, ids)}
                  onChoose={() => {
                    if (newest.ticketId === null) return markRow(index, ids);
                    if (!newest.read) markRead(ids);
                    onClose();
                    onOpenTicket(newest.ticketId);
                  }}
                />
              </li>
            ))}
          </ul>
          {hasMore && error === null && <LoadMore isLoading={isLoadingMore} onLoad={loadMore} />}
        </TabPanel>
      </div>
    </Dialog>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading notifications" className="flex flex-col gap-5 px-4 py-4">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3.5 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}

function Nothing({ filter }: { filter: Filter }) {
  const icon = <BellOff size={18} aria-hidden />;
  return filter === "all" ? (
    <EmptyState icon={icon} title="No notifications yet">
      New tickets, customer replies and what happens to your tickets will show here.
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title="No unread notifications">
      You have read everything.
    </EmptyState>
  );
}

import { BellOff } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { groupNotifications } from "./group-notifications.ts";
import { LoadMore } from "./load-more.tsx";
import { NotificationItem } from "./notification-item.tsx";
import type { LoadedNotifications } from "./use-all-notifications.ts";

interface NotificationRowsProps {
  loaded: LoadedNotifications;
  /** Whether only unread ones are listed, so that what is read goes. */
  isUnread: boolean;
  onMarkRead: (ids: string[]) => void;
  onOpenTicket: (ticketId: string) => void;
  /** Takes the focus over from the last row when it goes. */
  onEmptied: () => void;
}

/** A list of notifications that goes on as it is scrolled; the arrow keys, Home and End move in it. */
export function NotificationRows({ loaded, isUnread, onMarkRead, onOpenTicket, onEmptied }: NotificationRowsProps) {
  const { items, isPending, error, hasMore, isLoadingMore, loadMore, retry } = loaded;
  const list = useRef<HTMLUListElement>(null);
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

  /** The row is about to lose the button that has the focus, or to go altogether: its neighbour takes over. */
  function markRow(index: number, ids: string[]) {
    const all = rows();
    const next = isUnread ? (all[index + 1] ?? all[index - 1]) : all[index];
    if (next === undefined) onEmptied();
    else next.focus();
    onMarkRead(ids);
  }

  return (
    <>
      {error !== null && (
        <Banner kind="error" title="Failed to load notifications" onRetry={retry} className="mx-4 mt-3 sm:mx-5">
          {failureText(error)}
        </Banner>
      )}
      {isPending && <Loading />}
      {!isPending && error === null && items.length === 0 && <Nothing isUnread={isUnread} />}
      {items.length > 0 && (
        <ul ref={list} onKeyDown={move} className="divide-y divide-line sm:px-1.5">
          {groupNotifications(items).map((group, index) => (
            <li key={group.newest.id}>
              <NotificationItem
                group={group}
                onMarkRead={() => markRow(index, group.ids)}
                onChoose={() => {
                  const { read, ticketId } = group.newest;
                  if (ticketId === null) return markRow(index, group.ids);
                  if (!read) onMarkRead(group.ids);
                  onOpenTicket(ticketId);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && error === null && <LoadMore isLoading={isLoadingMore} onLoad={loadMore} />}
    </>
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

function Nothing({ isUnread }: { isUnread: boolean }) {
  const icon = <BellOff size={18} aria-hidden />;
  return isUnread ? (
    <EmptyState icon={icon} title="No unread notifications">
      You have read everything.
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title="No notifications yet">
      New tickets, customer replies and what happens to your tickets will show here.
    </EmptyState>
  );
}

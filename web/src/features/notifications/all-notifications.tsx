import { BellOff } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { ListScreen } from "../../screens/list-screen.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { groupNotifications } from "./group-notifications.ts";
import { NotificationItem } from "./notification-item.tsx";
import { useMarkNotifications } from "./use-notifications.ts";

const ROW_PX = 61;

/** The user's notifications, paged ('View all notifications'). */
export function AllNotifications({ onClose }: { onClose: () => void }) {
  const group = useId();
  const [tab, setTab] = useState<"all" | "unread">("all");
  const unread = tab === "unread";
  const pages = usePages({
    queryKey: api.notifications.page.key({ type: "infinite", input: { unread } }),
    fetchPage: (page, signal) => api.notifications.page.call({ unread, ...page }, { signal }),
  });
  const { items, latest } = pages;
  const groups = useMemo(() => items && groupNotifications(items), [items]);
  const { markAllRead, markRead, failure, dismissFailure } = useMarkNotifications();

  return (
    <Dialog
      size="md"
      tall
      bare
      title="Notifications"
      onClose={onClose}
      actions={
        <Button variant="ghost" size="sm" disabled={!latest?.unreadCount} onClick={markAllRead}>
          Mark all as read
        </Button>
      }
    >
      <div className="flex h-full flex-col">
        <Tabs
          group={group}
          label="Notifications"
          tabs={[
            { id: "all", label: "All" },
            { id: "unread", label: "Unread", ...(latest && { count: latest.unreadCount }) },
          ]}
          active={tab}
          onSelect={setTab}
        />
        <FailureBanner
          error={failure}
          title="Not marked as read"
          onDismiss={dismissFailure}
          className="mx-4 mt-3 sm:mx-5"
        />
        <TabPanel group={group} id={tab} className="flex flex-1 flex-col">
          <ListScreen
            key={tab}
            isBox
            label="Notifications"
            noun="notifications"
            pages={{ ...pages, items: groups }}
            rowHeight={() => ROW_PX}
            renderRow={(group, isTabStop) => (
              <div className="sm:px-1.5">
                <NotificationItem group={group} isTabStop={isTabStop} markRead={markRead} onLeave={onClose} />
              </div>
            )}
            Skeleton={RowSkeleton}
            empty={
              <EmptyState
                icon={<BellOff size={18} aria-hidden />}
                title={unread ? "No unread notifications" : "No notifications yet"}
              >
                {unread
                  ? "You have read everything."
                  : "New tickets, customer replies and what happens to your tickets will show here."}
              </EmptyState>
            }
          />
        </TabPanel>
      </div>
    </Dialog>
  );
}

function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike and never reorder.
    <div key={row} aria-hidden className="flex flex-col gap-2 px-5 py-3">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-3.5 w-72 max-w-full" />
    </div>
  ));
}

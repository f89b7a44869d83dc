import { useId, useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { NotificationRows } from "./notification-rows.tsx";
import { useAllNotifications } from "./use-all-notifications.ts";
import { useMarkNotifications } from "./use-mark-notifications.ts";

interface AllNotificationsProps {
  onClose: () => void;
  onOpenTicket: (ticketId: string) => void;
}

type Tab = "all" | "unread";

/** Everything one was told, page by page ('View all notifications', spec part 1, section 2.5). */
export function AllNotifications({ onClose, onOpenTicket }: AllNotificationsProps) {
  const group = useId();
  const [tab, setTab] = useState<Tab>("all");
  const loaded = useAllNotifications(tab === "unread");
  const { markAllRead, markRead, failure, dismissFailure } = useMarkNotifications();
  const { unreadCount } = loaded;

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
          label="Notifications"
          tabs={[
            { id: "all", label: "All" },
            { id: "unread", label: "Unread", ...(unreadCount !== undefined && { count: unreadCount }) },
          ]}
          active={tab}
          onSelect={setTab}
        />
        {failure !== null && (
          <Banner kind="error" title="Not marked as read" onDismiss={dismissFailure} className="mx-4 mt-3 sm:mx-5">
            {failure}
          </Banner>
        )}
        <TabPanel group={group} id={tab} className="flex-1 overflow-y-auto overscroll-contain">
          <NotificationRows
            key={tab}
            loaded={loaded}
            isUnread={tab === "unread"}
            onMarkRead={markRead}
            onEmptied={() => document.getElementById(`${group}-tab-${tab}`)?.focus()}
            onOpenTicket={(ticketId) => {
              onClose();
              onOpenTicket(ticketId);
            }}
          />
        </TabPanel>
      </div>
    </Dialog>
  );
}

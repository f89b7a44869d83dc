import { X } from "lucide-react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { groupNotifications } from "./group-notifications.ts";
import { NotificationItem } from "./notification-item.tsx";
import { type useMarkNotifications, useNotifications } from "./use-notifications.ts";

interface NotificationDropdownProps {
  marks: ReturnType<typeof useMarkNotifications>;
  onClose: () => void;
  onShowAll: () => void;
}

/** The bell's dropdown: the newest notifications with their actions. */
export function NotificationDropdown({ marks, onClose, onShowAll }: NotificationDropdownProps) {
  const { items, isPending, error, refetch } = useNotifications();
  const { markAllRead, markRead, failure, dismissFailure } = marks;
  return (
    <>
      <div className="flex items-center gap-1 border-line border-b py-1.5 pr-1.5 pl-3.5">
        <h2 className="flex-1 font-semibold">Notifications</h2>
        <Button variant="ghost" size="sm" disabled={items.every((item) => item.read)} onClick={markAllRead}>
          Mark all as read
        </Button>
        <IconButton label="Close notifications" size="sm" icon={<X size={16} aria-hidden />} onClick={onClose} />
      </div>
      <FailureBanner error={failure} onDismiss={dismissFailure} className="m-2" />
      <FailureBanner error={error} title="Failed to load notifications" onRetry={refetch} className="m-2" />
      {items.length === 0 && error === null && (
        <p className="px-4 py-10 text-center text-soft">{isPending ? "Loading..." : "No notifications yet"}</p>
      )}
      {items.length > 0 && (
        <ul className="max-h-[min(44rem,70dvh)] divide-y divide-line overflow-y-auto">
          {groupNotifications(items).map((group) => (
            <li key={group.id}>
              <NotificationItem group={group} markRead={markRead} onLeave={onClose} />
            </li>
          ))}
        </ul>
      )}
      <div className="border-line border-t p-1.5">
        <Button
          variant="ghost"
          size="sm"
          className="w-full"
          onClick={() => {
            onClose();
            onShowAll();
          }}
        >
          View all notifications
        </Button>
      </div>
    </>
  );
}

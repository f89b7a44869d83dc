import { Bell } from "lucide-react";
import { IconButton, shownCount } from "../../ui/icon-button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { useMarkNotifications, useNotifications } from "./use-notifications.ts";

const NotificationDropdown = loadLater(() =>
  import("./notification-dropdown.tsx").then(({ NotificationDropdown }) => NotificationDropdown),
);

/** The bell with its counter, which opens the newest notifications (docs/product.md#the-bell). */
export function NotificationBell({ onShowAll }: { onShowAll: () => void }) {
  const { count } = useNotifications();
  const marks = useMarkNotifications();
  const label = count > 0 ? `Notifications, ${shownCount(count)} new` : "Notifications";

  return (
    <Popover
      label="Notifications"
      onOpenChange={(open) => open && count > 0 && marks.markSeen()}
      className="w-80"
      trigger={(props) => (
        <IconButton {...props} label={label} outlined icon={<Bell size={17} aria-hidden />} count={count} />
      )}
    >
      {(close) => <NotificationDropdown marks={marks} onClose={close} onShowAll={onShowAll} />}
    </Popover>
  );
}

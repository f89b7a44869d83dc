import type { Notification } from "@deskhand/contract/notifications";
import type { NotificationType } from "@deskhand/contract/vocabulary";
import { Bell, type LucideIcon, MessageSquareReply, RefreshCw, TicketPlus, UserCheck } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** Any other type gets a plain bell. */
const icons: Partial<Record<NotificationType, LucideIcon>> = {
  new_ticket: TicketPlus,
  customer_reply: MessageSquareReply,
  ticket_assigned: UserCheck,
  ticket_status_change: RefreshCw,
};

interface NotificationItemProps {
  notification: Notification;
  onChoose: () => void;
}

/** One notification; dimmed once it is read. */
export function NotificationItem({ notification, onChoose }: NotificationItemProps) {
  const { type, title, message, timestamp, read } = notification;
  const Icon = icons[type] ?? Bell;
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex w-full items-start gap-2.5 px-3.5 py-2.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      <Icon size={16} aria-hidden className={cx("mt-0.5 shrink-0", read ? "text-faint" : "text-accent")} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={cx("flex-1", read ? "text-soft" : "font-semibold")}>{title}</span>
          <RelativeTime at={timestamp} smallest="minute" className="shrink-0 text-faint text-xs tabular" />
        </span>
        <span className={cx("line-clamp-2 text-sm break-anywhere", read ? "text-faint" : "text-soft")}>{message}</span>
      </span>
      {!read && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <VisuallyHidden>Unread</VisuallyHidden>
        </span>
      )}
    </button>
  );
}

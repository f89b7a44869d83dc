import { shownText } from "@deskhand/contract/addresses/shown-address";
import { useNavigate } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useOpenTicket } from "../../entities/ticket/ticket-link.tsx";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import { type NotificationGroup, ticketBeside } from "./group-notifications.ts";
import { NotificationIcon, notificationWords } from "./notification-words.tsx";

interface NotificationItemProps {
  group: NotificationGroup;
  /** Whether the Tab key stops here, as it does on each item of a short list. */
  isTabStop?: boolean;
  markRead: (ids: string[]) => void;
  /** Called before its ticket opens. */
  onLeave: () => void;
}

/**
 * A notification, or a group of them, dimmed when read. It opens what it is about: its ticket, or where its type leads.
 */
export function NotificationItem({ group, isTabStop = true, markRead, onLeave }: NotificationItemProps) {
  const { openTicket } = useOpenTicket();
  const navigate = useNavigate();
  const { newest, ids } = group;
  const message = shownText(group.message);
  const { type, title, timestamp, read, ticketId } = newest;
  const beside = ticketBeside(newest);

  function choose() {
    if (!read) markRead(ids);
    const place = ticketId === null ? notificationWords[type].opens?.(newest) : null;
    if (place === undefined) return;
    onLeave();
    if (place !== null) void navigate(place);
    else if (ticketId !== null) openTicket(ticketId);
  }

  return (
    <div className="relative">
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        onClick={choose}
        className="flex w-full items-start gap-2.5 py-2.5 pr-9 pl-3.5 touch:pr-12 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className={cx("mt-0.5 shrink-0", read ? "text-faint" : "text-accent")}>
          <NotificationIcon type={type} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex items-baseline gap-2">
            <span className={cx("flex-1", read ? "text-soft" : "font-semibold")}>{title}</span>
            <RelativeTime at={timestamp} smallest="minute" className="shrink-0 text-faint text-xs tabular" />
          </span>
          <span className={cx("line-clamp-2 text-sm break-anywhere", read ? "text-faint" : "text-soft")}>
            {message}
          </span>
          {beside !== null && <span className="truncate text-faint text-xs">{beside}</span>}
        </span>
        {!read && <span className="sr-only">Unread</span>}
      </button>
      {!read && (
        <span className="absolute top-1.5 right-1.5">
          <IconButton
            label="Mark as read"
            aria-label={`Mark as read: ${title}, ${message}`}
            size="sm"
            tabIndex={isTabStop ? 0 : -1}
            className="group/mark"
            icon={
              <>
                <i className="size-2 rounded-full bg-accent group-hover/mark:hidden group-focus-visible/mark:hidden" />
                <Check size={14} aria-hidden className="hidden group-hover/mark:block group-focus-visible/mark:block" />
              </>
            }
            onClick={() => markRead(ids)}
          />
        </span>
      )}
    </div>
  );
}

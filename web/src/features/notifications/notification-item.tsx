import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { AdminSectionId } from "@deskhand/contract/admin/sections";
import type { NotificationType } from "@deskhand/contract/vocabulary";
import { useNavigate } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useOpenTicket } from "../../entities/ticket/ticket-link.tsx";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import { type NotificationGroup, ticketBeside } from "./group-notifications.ts";
import { NotificationIcon } from "./notification-words.tsx";

interface NotificationItemProps {
  group: NotificationGroup;
  /** Whether the Tab key stops here, as it does on each item of a short list. */
  isTabStop?: boolean;
  markRead: (ids: string[]) => void;
  /** Called before its ticket opens. */
  onLeave: () => void;
}

/** The page of the administration that all of a type lead to. */
const viewOf: Partial<Record<NotificationType, AdminSectionId>> = {
  store_notice: "shopify",
  store_export: "database",
};

/** The filter of the list that one of many tickets leads to. */
const filterOf: Partial<Record<NotificationType, "atRisk" | "breached">> = {
  target_at_risk: "atRisk",
  target_breached: "breached",
};

/**
 * A notification, or a group of them, dimmed when read. It opens what it is about: its ticket, the list of many of
 * them, or of those that wait in a team, the mail log of held mail, the limit, the store's connection, or the export.
 */
export function NotificationItem({ group, isTabStop = true, markRead, onLeave }: NotificationItemProps) {
  const { openTicket } = useOpenTicket();
  const navigate = useNavigate();
  const { newest, ids } = group;
  const message = shownText(group.message);
  const { type, title, timestamp, read, ticketId, orderId } = newest;
  const beside = ticketBeside(newest);

  function choose() {
    if (!read) markRead(ids);
    const isOfHeldMail = /^(?:held|ending)-/.test(newest.id);
    const isOfLimit = newest.id.startsWith("sending-");
    const view = isOfHeldMail ? "mail-log" : isOfLimit ? "sending-limits" : (viewOf[type] ?? null);
    const teamId = type === "ticket_untaken" ? newest.id.split("-").slice(1, 6).join("-") : null;
    const filter = filterOf[type];
    const incident = type === "incident" ? newest.id.replace("incident-", "") : null;
    const isOfApproval = type === "order_approval";
    const leads = [ticketId, view, teamId, filter ?? null, incident].some((to) => to !== null);
    if (!leads && type !== "new_ticket" && !isOfApproval) return;
    onLeave();
    if (ticketId !== null) openTicket(ticketId);
    else if (incident !== null) void navigate({ to: "/dashboard/incidents", search: { incident } });
    else if (view !== null) void navigate({ to: "/dashboard/admin", search: { view } });
    else if (isOfApproval) void navigate({ to: "/dashboard/orders", search: orderId === null ? {} : { orderId } });
    else if (teamId !== null) void navigate({ to: "/dashboard/tickets", search: { team: teamId, assignee: "nobody" } });
    else void navigate({ to: "/dashboard/tickets", search: filter === undefined ? {} : { [filter]: "true" } });
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

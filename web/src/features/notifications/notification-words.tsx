import type { AdminSectionId } from "@deskhand/contract/admin/sections";
import type { Notification } from "@deskhand/contract/notifications";
import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
import type { LinkProps } from "@tanstack/react-router";
import {
  AlarmClock,
  AtSign,
  BadgeCheck,
  Bell,
  Download,
  Frown,
  Hourglass,
  type LucideIcon,
  MailWarning,
  MessageSquareReply,
  RefreshCw,
  Siren,
  TicketPlus,
  Timer,
  TriangleAlert,
  UserCheck,
} from "lucide-react";
import { counted } from "../../lib/format.ts";

/** Where a notification leads that is about no ticket. */
type Place = Pick<LinkProps, "to" | "search">;

const section = (view: AdminSectionId): Place => ({ to: "/dashboard/admin", search: { view } });

/** Of held mail to the mail log, and of a limit to the limits; what else is said of mail leads nowhere. */
function placeOfMail(id: string): Place | undefined {
  if (/^(?:held|ending)-/.test(id)) return section("mail-log");
  return id.startsWith("sending-") ? section("sending-limits") : undefined;
}

interface Words {
  Icon: LucideIcon;
  /** The title that the server gives this type. */
  title: string;
  /** The label of its preference. */
  choice: string;
  /** The noun for counting. */
  one: string;
  many: string;
  /** What it is about, and who gets it, for admins (docs/product.md#what-is-notified). */
  label: string;
  whom: string;
  /** Where those lead that are about no ticket, or about many; absent where that is nowhere. */
  opens?: (of: Pick<Notification, "id" | "orderId">) => Place | undefined;
}

/** Each type, with all that screens say of it. */
export const notificationWords: Record<NotificationType, Words> = {
  new_ticket: {
    Icon: TicketPlus,
    title: "New Ticket",
    choice: "New tickets",
    one: "new ticket",
    many: "new tickets",
    label: "New tickets",
    whom: "Everybody, but who created the ticket",
    opens: () => ({ to: "/dashboard/tickets", search: {} }),
  },
  customer_reply: {
    Icon: MessageSquareReply,
    title: "Customer Reply",
    choice: "Customer replies",
    one: "customer reply",
    many: "customer replies",
    label: "Customer replies",
    whom: "Everybody",
  },
  ticket_assigned: {
    Icon: UserCheck,
    title: "Ticket Assigned",
    choice: "Tickets assigned to me",
    one: "assigned ticket",
    many: "assigned tickets",
    label: "Assigned tickets",
    whom: "Whom the ticket was assigned to, unless they did it",
  },
  ticket_status_change: {
    Icon: RefreshCw,
    title: "Ticket Status Changed",
    choice: "Status changes of my tickets",
    one: "status change",
    many: "status changes",
    label: "Status changes",
    whom: "Whom the ticket is assigned to, unless they did it",
  },
  mention: {
    Icon: AtSign,
    title: "You Were Mentioned",
    choice: "Notes that mention me",
    one: "mention",
    many: "mentions",
    label: "Mentions in notes",
    whom: "Whom the note names",
  },
  delivery_failed: {
    Icon: MailWarning,
    title: "Delivery Failed",
    choice: "Replies of mine that could not be delivered",
    one: "undelivered reply",
    many: "undelivered replies",
    label: "Replies that could not be delivered",
    whom: "Who wrote the reply",
  },
  mail_notice: {
    Icon: MailWarning,
    title: "Mail",
    choice: "Limits, faults and silence of mail, for admins",
    one: "notice about mail",
    many: "notices about mail",
    label: "Limits, faults and silence of mail",
    whom: "Admins",
    opens: ({ id }) => placeOfMail(id),
  },
  snooze_ended: {
    Icon: AlarmClock,
    title: "Back from Snooze",
    choice: "Tickets of mine that are back from a snooze",
    one: "ticket back from snooze",
    many: "tickets back from snooze",
    label: "Tickets that are back from a snooze",
    whom: "Whom the ticket is assigned to, else who put it off",
  },
  target_at_risk: {
    Icon: Timer,
    title: "Target at Risk",
    choice: "Targets at risk on my tickets",
    one: "target at risk",
    many: "targets at risk",
    label: "Targets at risk",
    whom: "Whom the ticket is assigned to, else supervisors",
    opens: () => ({ to: "/dashboard/tickets", search: { atRisk: "true" } }),
  },
  target_breached: {
    Icon: Timer,
    title: "Target Breached",
    choice: "Breached targets of my tickets",
    one: "breached target",
    many: "breached targets",
    label: "Breached targets",
    whom: "Whom the ticket is assigned to, else supervisors",
    opens: () => ({ to: "/dashboard/tickets", search: { breached: "true" } }),
  },
  store_notice: {
    Icon: TriangleAlert,
    title: "Shopify Connection",
    choice: "Faults of the connection to Shopify, for admins",
    one: "notice about Shopify",
    many: "notices about Shopify",
    label: "Faults of the connection to Shopify",
    whom: "Admins",
    opens: () => section("shopify"),
  },
  store_export: {
    Icon: Download,
    title: "Export of the Store",
    choice: "Exports of the store that I asked for",
    one: "export of the store",
    many: "exports of the store",
    label: "Exports of the store",
    whom: "The admin who asked for it",
    opens: () => section("database"),
  },
  ticket_untaken: {
    Icon: Hourglass,
    title: "Waiting in a Team",
    choice: "Tickets of a team that nobody has taken, for supervisors",
    one: "ticket waiting in a team",
    many: "tickets waiting in teams",
    label: "Tickets of a team that nobody has taken",
    whom: "Supervisors and admins",
    opens: ({ id }) => ({
      to: "/dashboard/tickets",
      search: { team: id.split("-").slice(1, 6).join("-"), assignee: "nobody" },
    }),
  },
  incident: {
    Icon: Siren,
    title: "Several Customers Write of the Same",
    choice: "Incidents: what several customers wrote of within hours",
    one: "incident",
    many: "incidents",
    label: "Incidents: what several customers wrote of within hours",
    whom: "Everybody",
    opens: ({ id }) => ({ to: "/dashboard/incidents", search: { incident: id.replace("incident-", "") } }),
  },
  order_approval: {
    Icon: BadgeCheck,
    title: "Approval",
    choice: "Requests for approval on orders, and decisions on mine",
    one: "request for approval",
    many: "requests for approval",
    label: "Approval of actions on orders",
    whom: "Who may approve it; the decision, who asked",
    opens: ({ orderId }) => ({ to: "/dashboard/orders", search: orderId === null ? {} : { orderId } }),
  },
  low_rating: {
    Icon: Frown,
    title: "Low Rating",
    choice: "Low ratings of tickets that I had, and for supervisors all",
    one: "low rating",
    many: "low ratings",
    label: "Low ratings",
    whom: "Who had the ticket; supervisors and admins",
  },
};

/** "180 new tickets, 20 customer replies"; for a single type, "New tickets". */
export function summary(types: readonly NotificationType[]): string {
  const [first] = types;
  if (first !== undefined && types.every((type) => type === first)) {
    const { many } = notificationWords[first];
    return many.charAt(0).toUpperCase() + many.slice(1);
  }
  return notificationTypes
    .map((type) => ({ type, count: types.filter((each) => each === type).length }))
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => countedType(count, type))
    .join(", ");
}

/** "1 customer reply", "20 customer replies". */
export function countedType(count: number, type: NotificationType): string {
  const { one, many } = notificationWords[type];
  return count === 1 ? counted(1, one) : `${count.toLocaleString("en-US")} ${many}`;
}

/** The icon of a type, or a plain bell for several types. */
export function NotificationIcon({ type }: { type: NotificationType | null }) {
  const Icon = type === null ? Bell : notificationWords[type].Icon;
  return <Icon size={16} aria-hidden />;
}

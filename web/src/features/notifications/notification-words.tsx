import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
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

interface Words {
  /** The title that the server gives this type. */
  title: string;
  /** The label of its preference. */
  choice: string;
  /** The noun for counting. */
  one: string;
  many: string;
}

export const notificationWords: Record<NotificationType, Words> = {
  new_ticket: { title: "New Ticket", choice: "New tickets", one: "new ticket", many: "new tickets" },
  customer_reply: {
    title: "Customer Reply",
    choice: "Customer replies",
    one: "customer reply",
    many: "customer replies",
  },
  ticket_assigned: {
    title: "Ticket Assigned",
    choice: "Tickets assigned to me",
    one: "assigned ticket",
    many: "assigned tickets",
  },
  ticket_status_change: {
    title: "Ticket Status Changed",
    choice: "Status changes of my tickets",
    one: "status change",
    many: "status changes",
  },
  mention: {
    title: "You Were Mentioned",
    choice: "Notes that mention me",
    one: "mention",
    many: "mentions",
  },
  delivery_failed: {
    title: "Delivery Failed",
    choice: "Replies of mine that could not be delivered",
    one: "undelivered reply",
    many: "undelivered replies",
  },
  mail_notice: {
    title: "Mail",
    choice: "Limits, faults and silence of mail, for admins",
    one: "notice about mail",
    many: "notices about mail",
  },
  snooze_ended: {
    title: "Back from Snooze",
    choice: "Tickets of mine that are back from a snooze",
    one: "ticket back from snooze",
    many: "tickets back from snooze",
  },
  target_at_risk: {
    title: "Target at Risk",
    choice: "Targets at risk on my tickets",
    one: "target at risk",
    many: "targets at risk",
  },
  target_breached: {
    title: "Target Breached",
    choice: "Breached targets of my tickets",
    one: "breached target",
    many: "breached targets",
  },
  store_notice: {
    title: "Shopify Connection",
    choice: "Faults of the connection to Shopify, for admins",
    one: "notice about Shopify",
    many: "notices about Shopify",
  },
  store_export: {
    title: "Export of the Store",
    choice: "Exports of the store that I asked for",
    one: "export of the store",
    many: "exports of the store",
  },
  ticket_untaken: {
    title: "Waiting in a Team",
    choice: "Tickets of a team that nobody has taken, for supervisors",
    one: "ticket waiting in a team",
    many: "tickets waiting in teams",
  },
  incident: {
    title: "Several Customers Write of the Same",
    choice: "Incidents: what several customers wrote of within hours",
    one: "incident",
    many: "incidents",
  },
  order_approval: {
    title: "Approval",
    choice: "Requests for approval on orders, and decisions on mine",
    one: "request for approval",
    many: "requests for approval",
  },
  low_rating: {
    title: "Low Rating",
    choice: "Low ratings of tickets that I had, and for supervisors all",
    one: "low rating",
    many: "low ratings",
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

const icons: Record<NotificationType, LucideIcon> = {
  new_ticket: TicketPlus,
  customer_reply: MessageSquareReply,
  ticket_assigned: UserCheck,
  ticket_status_change: RefreshCw,
  mention: AtSign,
  delivery_failed: MailWarning,
  mail_notice: MailWarning,
  snooze_ended: AlarmClock,
  target_at_risk: Timer,
  target_breached: Timer,
  store_notice: TriangleAlert,
  store_export: Download,
  ticket_untaken: Hourglass,
  incident: Siren,
  order_approval: BadgeCheck,
  low_rating: Frown,
};

/** The icon of a type, or a plain bell for several types. */
export function NotificationIcon({ type }: { type: NotificationType | null }) {
  const Icon = type === null ? Bell : icons[type];
  return <Icon size={16} aria-hidden />;
}

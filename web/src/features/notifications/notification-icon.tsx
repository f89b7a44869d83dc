import type { NotificationType } from "@deskhand/contract/vocabulary";
import {
  AlarmClock,
  AtSign,
  Bell,
  Download,
  type LucideIcon,
  MailWarning,
  MessageSquareReply,
  RefreshCw,
  TicketPlus,
  TriangleAlert,
  UserCheck,
} from "lucide-react";

const icons: Record<NotificationType, LucideIcon> = {
  new_ticket: TicketPlus,
  customer_reply: MessageSquareReply,
  ticket_assigned: UserCheck,
  ticket_status_change: RefreshCw,
  mention: AtSign,
  delivery_failed: MailWarning,
  mail_notice: MailWarning,
  snooze_ended: AlarmClock,
  store_notice: TriangleAlert,
  store_export: Download,
};

/** The icon of a notification's type; a plain bell for several of different types. */
export function NotificationIcon({ type }: { type: NotificationType | null }) {
  const Icon = type === null ? Bell : icons[type];
  return <Icon size={16} aria-hidden />;
}

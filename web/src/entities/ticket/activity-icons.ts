import type { ActivityKind } from "@deskhand/contract/vocabulary";
import {
  CalendarClock,
  Flag,
  Folder,
  type LucideIcon,
  MessageSquareReply,
  Pencil,
  RefreshCw,
  Reply,
  RotateCcw,
  StickyNote,
  Tag,
  TicketPlus,
  UserCheck,
} from "lucide-react";

/** The picture of each kind of step; its sentence says the same. */
export const activityIcons: Record<ActivityKind, LucideIcon> = {
  created: TicketPlus,
  status_changed: RefreshCw,
  reopened: RotateCcw,
  note_added: StickyNote,
  replied: Reply,
  customer_replied: MessageSquareReply,
  assigned: UserCheck,
  priority_changed: Flag,
  category_changed: Folder,
  tags_changed: Tag,
  due_date_changed: CalendarClock,
  subject_changed: Pencil,
};

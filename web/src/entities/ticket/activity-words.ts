import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { Activity } from "@deskhand/contract/tickets";
import type { ActivityKind } from "@deskhand/contract/vocabulary";
import {
  AlarmClock,
  AlarmClockOff,
  ArrowRightFromLine,
  ArrowRightToLine,
  CalendarClock,
  Flag,
  Folder,
  Forward,
  type LucideIcon,
  Merge,
  MessageSquareReply,
  Package,
  Pencil,
  RefreshCw,
  Reply,
  RotateCcw,
  Split,
  StickyNote,
  Tag,
  TicketPlus,
  UserCheck,
  UserPen,
} from "lucide-react";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { priorityWords, statusWords } from "./ticket-pills.tsx";

/** The icon of each kind of activity; its sentence says the same. */
export const activityIcons: Record<ActivityKind, LucideIcon> = {
  created: TicketPlus,
  status_changed: RefreshCw,
  reopened: RotateCcw,
  note_added: StickyNote,
  replied: Reply,
  forwarded: Forward,
  customer_replied: MessageSquareReply,
  assigned: UserCheck,
  priority_changed: Flag,
  category_changed: Folder,
  tags_changed: Tag,
  due_date_changed: CalendarClock,
  customer_changed: UserPen,
  subject_changed: Pencil,
  order_changed: Package,
  snoozed: AlarmClock,
  woken: AlarmClockOff,
  merged: Merge,
  unmerged: Split,
  message_moved: ArrowRightFromLine,
  message_received: ArrowRightToLine,
};

/** Says what a person did to a ticket, to follow their name: "changed the status from Open to Pending". */
export function activitySentence({ kind, actorName, from, to }: Activity): string {
  const change = (what: string) => `changed the ${what} from ${wordOf(kind, from)} to ${wordOf(kind, to)}`;
  switch (kind) {
    case "created":
      return "created the ticket";
    case "status_changed":
      return change("status");
    case "reopened":
      return "reopened the ticket";
    case "note_added":
      return "added an internal note";
    case "replied":
    case "customer_replied":
      return "replied";
    case "forwarded":
      return "forwarded messages";
    case "assigned":
      if (to === null) return "removed the assignee";
      return to === actorName ? "took the ticket" : `assigned the ticket to ${to}`;
    case "priority_changed":
      return change("priority");
    case "category_changed":
      return change("category");
    case "customer_changed":
      return shownText(`changed the customer from ${from ?? "nobody"} to ${to ?? "nobody"}`);
    case "tags_changed":
      return [to && `added ${to}`, from && `removed ${from}`].filter(Boolean).join(" and ");
    case "subject_changed":
      return `renamed the ticket to ${to ?? "nothing"}`;
    case "order_changed":
      return to === null ? `removed the order number ${from ?? ""}`.trim() : `set the order number to ${to}`;
    case "due_date_changed":
      return to === null ? "removed the due date" : `set the due date to ${formatDate(to)}`;
    case "snoozed":
      return `snoozed the ticket until ${to === null ? "the customer answers" : formatDateTime(to)}`;
    case "woken":
      return "ended the snooze";
    case "merged":
      return to === null ? `merged ${from ?? "another ticket"} into this one` : `merged the ticket into ${to}`;
    case "unmerged":
      return from === null ? `took ${to ?? "another ticket"} out again` : `took the ticket out of ${from} again`;
    case "message_moved":
      return `moved a message to ${to ?? "another ticket"}`;
    case "message_received":
      return `moved a message here from ${from ?? "another ticket"}`;
  }
}

/** Returns the word for a value in an activity: "In Progress" for `in-progress`. */
function wordOf(kind: ActivityKind, value: string | null): string {
  if (value === null) return "nothing";
  const words: Record<string, { label: string }> = kind === "priority_changed" ? priorityWords : statusWords;
  return words[value]?.label ?? value;
}

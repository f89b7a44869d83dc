import { shownText } from "@deskhand/contract/addresses/shown-address";
import { ratingLabels, scoreIn } from "@deskhand/contract/ratings/rating-words";
import type { Activity } from "@deskhand/contract/tickets";
import type { ActivityKind } from "@deskhand/contract/vocabulary";
import {
  AlarmClock,
  AlarmClockOff,
  ArrowRightFromLine,
  ArrowRightToLine,
  CalendarClock,
  CircleSlash,
  Flag,
  Folder,
  Forward,
  type LucideIcon,
  Merge,
  MessageSquareReply,
  Package,
  Pencil,
  ReceiptText,
  RefreshCw,
  Reply,
  RotateCcw,
  Smile,
  Split,
  StickyNote,
  Tag,
  TicketPlus,
  UserCheck,
  UserPen,
  Users,
} from "lucide-react";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { priorityWords, statusWords } from "./ticket-pills.tsx";

/** What was done, to follow the name of whoever did it, where that is always the same; else what says it. */
type Said = string | ((change: Pick<Activity, "actorName" | "byTeam" | "from" | "to" | "comment">) => string);

const change =
  (what: string, wordOf: (value: string | null) => string): Said =>
  ({ from, to }) =>
    `changed the ${what} from ${wordOf(from)} to ${wordOf(to)}`;

/** Returns how a value is called: "In Progress" for `in-progress`. */
const wordIn = (words: Record<string, { label: string }>) => (value: string | null) =>
  value === null ? "nothing" : (words[value]?.label ?? value);

/** What a score is called: "Very good" for "5". */
function scoreWord(value: string | null): string {
  const score = scoreIn(value);
  return score === null ? "nothing" : ratingLabels[score];
}

/** Each kind of activity, with its icon and its sentence, which say the same. */
const activities: Record<ActivityKind, { Icon: LucideIcon; said: Said }> = {
  created: { Icon: TicketPlus, said: "created the ticket" },
  status_changed: { Icon: RefreshCw, said: change("status", wordIn(statusWords)) },
  reopened: { Icon: RotateCcw, said: "reopened the ticket" },
  note_added: { Icon: StickyNote, said: "added an internal note" },
  replied: { Icon: Reply, said: "replied" },
  forwarded: { Icon: Forward, said: "forwarded messages" },
  customer_replied: { Icon: MessageSquareReply, said: "replied" },
  assigned: {
    Icon: UserCheck,
    said({ actorName, byTeam, to }) {
      if (to === null) return "removed the assignee";
      if (byTeam !== null) return `had the team ${byTeam} give the ticket to ${to}`;
      return to === actorName ? "took the ticket" : `assigned the ticket to ${to}`;
    },
  },
  team_changed: {
    Icon: Users,
    said: ({ from, to }) =>
      to === null ? `took the ticket from the team ${from}` : `gave the ticket to the team ${to}`,
  },
  priority_changed: { Icon: Flag, said: change("priority", wordIn(priorityWords)) },
  category_changed: { Icon: Folder, said: change("category", wordIn({})) },
  tags_changed: {
    Icon: Tag,
    said: ({ from, to }) => [to && `added ${to}`, from && `removed ${from}`].filter(Boolean).join(" and "),
  },
  due_date_changed: {
    Icon: CalendarClock,
    said: ({ to }) => (to === null ? "removed the due date" : `set the due date to ${formatDate(to)}`),
  },
  customer_changed: {
    Icon: UserPen,
    said: ({ from, to }) => shownText(`changed the customer from ${from ?? "nobody"} to ${to ?? "nobody"}`),
  },
  subject_changed: {
    Icon: Pencil,
    said: ({ from, to }) => `renamed the ticket${from ? ` from "${from}"` : ""} to "${to ?? ""}"`,
  },
  order_changed: {
    Icon: Package,
    said: ({ from, to }) =>
      to === null ? `removed the order number ${from ?? ""}`.trim() : `set the order number to ${to}`,
  },
  order_action: { Icon: ReceiptText, said: ({ to }) => to ?? "acted on an order" },
  rated: {
    Icon: Smile,
    said({ from, to, comment }) {
      const what =
        from === null
          ? `rated the help: ${scoreWord(to)}`
          : `changed the rating from ${scoreWord(from)} to ${scoreWord(to)}`;
      return comment ? `${what}. “${comment}”` : what;
    },
  },
  left_out: { Icon: CircleSlash, said: ({ to }) => `used a macro that could not do everything: ${to ?? ""}` },
  snoozed: {
    Icon: AlarmClock,
    said: ({ to }) => `snoozed the ticket until ${to === null ? "the customer answers" : formatDateTime(to)}`,
  },
  woken: { Icon: AlarmClockOff, said: "ended the snooze" },
  merged: {
    Icon: Merge,
    said: ({ from, to }) =>
      to === null ? `merged ${from ?? "another ticket"} into this one` : `merged the ticket into ${to}`,
  },
  unmerged: {
    Icon: Split,
    said: ({ from, to }) =>
      from === null ? `took ${to ?? "another ticket"} out again` : `took the ticket out of ${from} again`,
  },
  message_moved: { Icon: ArrowRightFromLine, said: ({ to }) => `moved a message to ${to ?? "another ticket"}` },
  message_received: {
    Icon: ArrowRightToLine,
    said: ({ from }) => `moved a message here from ${from ?? "another ticket"}`,
  },
};

/** The icon of a kind of activity; its sentence says the same. */
export function activityIcon(kind: ActivityKind): LucideIcon {
  return activities[kind].Icon;
}

/** Says what a person did to a ticket, to follow their name: "changed the status from Open to Pending". */
export function activitySentence({ kind, ...change }: Activity): string {
  const { said } = activities[kind];
  return typeof said === "string" ? said : said(change);
}

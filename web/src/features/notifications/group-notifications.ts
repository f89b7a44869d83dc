import { tellsTheSame } from "@deskhand/contract/desk/same-notification";
import type { Notification } from "@deskhand/contract/notifications";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { subjectOnCard } from "../../entities/ticket/ticket-pills.tsx";
import { countedType } from "./notification-words.tsx";

/** Neighbours in a list that say the same of one ticket, shown as one. */
export interface NotificationGroup {
  /** Of the newest. */
  id: string;
  /** The newest of them, which stands for all. */
  newest: Notification;
  ids: string[];
  message: string;
}

/** Puts neighbours together that are of the same ticket and type and all read or all unread. */
export function groupNotifications(items: readonly Notification[]): NotificationGroup[] {
  const groups: Notification[][] = [];
  for (const item of items) {
    const [before] = groups.at(-1) ?? [];
    if (before !== undefined && tellsTheSame(before, item)) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups.flatMap((group) => {
    const [newest] = group;
    return newest ? [{ id: newest.id, newest, ids: group.map(({ id }) => id), message: groupMessage(group) }] : [];
  });
}

/** What of the ticket, its label and its subject, a notification's own words do not name; null for nothing. */
export function ticketBeside({ message, ticket }: Pick<Notification, "message" | "ticket">): string | null {
  if (ticket === null) return null;
  const label = ticketLabel(ticket.ticketNumber);
  const parts = [label, subjectOnCard(ticket.subject)].filter((part) => !message.includes(part));
  return parts.length === 0 ? null : parts.join(" · ");
}

/** What several notifications of one ticket and type say together, such as "3 new replies from Jane". */
export function groupMessage(items: readonly Notification[]): string {
  const [newest] = items;
  if (newest === undefined) return "";
  if (items.length === 1) return newest.message;
  if (newest.type !== "customer_reply") return `${newest.message} (${countedType(items.length, newest.type)})`;
  const authors = new Set(items.map(({ authorName }) => authorName));
  const [author] = authors;
  return `${items.length} new replies${authors.size === 1 && author ? ` from ${author}` : ""}`;
}

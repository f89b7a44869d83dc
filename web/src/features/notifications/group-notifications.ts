import { tellsTheSame } from "@deskhand/contract/desk/same-notification";
import type { Notification } from "@deskhand/contract/notifications";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { subjectOnCard } from "../../entities/ticket/ticket-pills.tsx";
import { countedType } from "./notification-words.tsx";

/** Adjacent notifications of one ticket and type, shown as one. */
export interface NotificationGroup {
  /** The newest one's id. */
  id: string;
  /** The newest, which represents the group. */
  newest: Notification;
  ids: string[];
  message: string;
}

/** Groups adjacent notifications with the same ticket, type and read state. */
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

/** Returns the ticket's label and subject as far as the notification's text omits them; null for nothing. */
export function ticketBeside({ message, ticket }: Pick<Notification, "message" | "ticket">): string | null {
  if (ticket === null) return null;
  const label = ticketLabel(ticket.ticketNumber);
  const parts = [label, subjectOnCard(ticket.subject)].filter((part) => !message.includes(part));
  return parts.length === 0 ? null : parts.join(" · ");
}

/** Returns the common text of several notifications of one ticket and type, such as "3 new replies from Jane". */
export function groupMessage(items: readonly Notification[]): string {
  const [newest] = items;
  if (newest === undefined) return "";
  if (items.length === 1) return newest.message;
  if (newest.type !== "customer_reply") return `${newest.message} (${countedType(items.length, newest.type)})`;
  const authors = new Set(items.map(({ authorName }) => authorName));
  const [author] = authors;
  return `${items.length} new replies${authors.size === 1 && author ? ` from ${author}` : ""}`;
}

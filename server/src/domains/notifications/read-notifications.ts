import { tellsTheSame } from "@deskhand/contract/desk/same-notification";
import { limits } from "@deskhand/contract/limits";
import type { Notification, NotificationList, NotificationPage } from "@deskhand/contract/notifications";
import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { ticketExists } from "../tickets/index.ts";
import {
  countAllUnreadOnBell,
  countUnread,
  hasNotification,
  markNotifications,
  selectNotifications,
} from "./notifications.queries.ts";

const newest = { onlyUnread: false, after: null, limit: limits.recentNotificationsGathered };

/** A user's newest notifications and the number on the bell (docs/product.md#the-bell). */
export async function listNotifications(tx: TenantTx, { userId }: Actor): Promise<NotificationList> {
  const gathered = await selectNotifications(tx, userId, newest);
  return { items: takePlaces(gathered, limits.recentNotifications), count: await countUnread(tx, userId, true) };
}

/** Takes as many as fill `most` places, where neighbours about the same ticket share one. */
function takePlaces(gathered: Notification[], max: number): Notification[] {
  let places = 0;
  const end = gathered.findIndex((item, at) => {
    const before = gathered[at - 1];
    if (before === undefined || !tellsTheSame(before, item)) places++;
    return places > max;
  });
  return end < 0 ? gathered : gathered.slice(0, end);
}

/** Marks one notification read; the bell then counts all unread ones, including those seen before. */
export async function markRead(tx: TenantTx, actor: Actor, id: string): Promise<NotificationList> {
  if (!(await hasNotification(tx, actor.userId, id))) throw fail("notification_not_found");
  await countAllUnreadOnBell(tx, actor.userId);
  return mark(tx, actor, { id }, { is_read: true, is_seen: true });
}

/** Marks the notifications of a ticket on the user's screen read; the bell does not count seen ones again. */
export async function markTicketRead(tx: TenantTx, actor: Actor, ticketId: string): Promise<NotificationList> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return mark(tx, actor, { ticketId }, { is_read: true, is_seen: true });
}

/** Marks some of a user's notifications, and emits the change to their other screens. */
export async function mark(
  tx: TenantTx,
  actor: Actor,
  filter: Parameters<typeof markNotifications>[2],
  marks: Parameters<typeof markNotifications>[3],
): Promise<NotificationList> {
  const { userId } = actor;
  if ((await markNotifications(tx, userId, filter, marks)) > 0) await emit(tx, "notification.read", { userId });
  return listNotifications(tx, actor);
}

/** The time and id of a page's last notification. */
export type NotificationCursor = z.output<typeof cursorSchema>;

// A notification's id is text, and text in the database cannot contain NUL.
const idInCursor = z
  .string()
  .max(100)
  .regex(/^[^\0]*$/);
const cursorSchema = z.tuple([timestamp, idInCursor]).transform(([createdAt, id]) => ({ createdAt, id }));

type Page = { cursor?: string | undefined; limit: number; unread: boolean };

/** Lists one page of a user's notifications, newest first. */
export async function pageNotifications(
  tx: TenantTx,
  { userId }: Actor,
  { cursor, limit, unread }: Page,
): Promise<NotificationPage> {
  const after = readCursor(cursor, cursorSchema);
  const found = await selectNotifications(tx, userId, { onlyUnread: unread, after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last ? writeCursor([last.timestamp, last.id]) : null,
    unreadCount: await countUnread(tx, userId),
  };
}

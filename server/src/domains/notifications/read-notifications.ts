import { tellsTheSame } from "@deskhand/contract/desk/same-notification";
import { limits } from "@deskhand/contract/limits";
import type { Notification, NotificationList } from "@deskhand/contract/notifications";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
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
  return { items: firstToldOf(gathered, limits.recentNotifications), count: await countUnread(tx, userId, true) };
}

/** As many as are shown as `most`, where neighbours that tell of the same are one. */
function firstToldOf(gathered: Notification[], most: number): Notification[] {
  let shown = 0;
  const end = gathered.findIndex((item, at) => {
    const before = gathered[at - 1];
    if (before === undefined || !tellsTheSame(before, item)) shown++;
    return shown > most;
  });
  return end < 0 ? gathered : gathered.slice(0, end);
}

/** Marks one notification read; the bell's number becomes that of all unread ones, those seen before among them. */
export async function markRead(tx: TenantTx, actor: Actor, id: string): Promise<NotificationList> {
  if (!(await hasNotification(tx, actor.userId, id))) throw fail("notification_not_found");
  await countAllUnreadOnBell(tx, actor.userId);
  return mark(tx, actor, { id }, { is_read: true, is_seen: true });
}

/** Marks what tells a user of a ticket read, as they have it before them; what they saw before is not counted again. */
export async function markTicketRead(tx: TenantTx, actor: Actor, ticketId: string): Promise<NotificationList> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return mark(tx, actor, { ticketId }, { is_read: true, is_seen: true });
}

/** Marks some of a user's notifications, and emits it to their other screens when that changed anything. */
export async function mark(
  tx: TenantTx,
  actor: Actor,
  which: Parameters<typeof markNotifications>[2],
  marks: Parameters<typeof markNotifications>[3],
): Promise<NotificationList> {
  const { userId } = actor;
  if ((await markNotifications(tx, userId, which, marks)) > 0) await emit(tx, "notification.read", { userId });
  return listNotifications(tx, actor);
}

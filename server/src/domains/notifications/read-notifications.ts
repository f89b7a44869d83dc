import { limits } from "@deskhand/contract/limits";
import type { NotificationList } from "@deskhand/contract/notifications";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import {
  countAllUnreadOnBell,
  countUnread,
  hasNotification,
  markNotifications,
  selectNotifications,
} from "./notifications.queries.ts";

const newest = { onlyUnread: false, after: null, limit: limits.recentNotifications };

/** A user's newest notifications and the number on the bell (docs/product.md#the-bell). */
export async function listNotifications(tx: TenantTx, { userId }: Actor): Promise<NotificationList> {
  return { items: await selectNotifications(tx, userId, newest), count: await countUnread(tx, userId, true) };
}

/** Marks one notification read; the bell's number becomes that of all unread ones, those seen before among them. */
export async function markRead(tx: TenantTx, actor: Actor, id: string): Promise<NotificationList> {
  if (!(await hasNotification(tx, actor.userId, id))) throw fail("notification_not_found");
  await countAllUnreadOnBell(tx, actor.userId);
  return mark(tx, actor, id, { is_read: true, is_seen: true });
}

/** Marks one of a user's notifications, or all, and emits it to their other screens when that changed anything. */
export async function mark(
  tx: TenantTx,
  actor: Actor,
  id: string | null,
  marks: Parameters<typeof markNotifications>[3],
): Promise<NotificationList> {
  const { userId } = actor;
  if ((await markNotifications(tx, userId, id, marks)) > 0) await emit(tx, "notification.read", { userId });
  return listNotifications(tx, actor);
}

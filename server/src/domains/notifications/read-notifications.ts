import { limits } from "@deskhand/contract/limits";
import type { NotificationList } from "@deskhand/contract/notifications";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import {
  countAllUnreadOnBell,
  countOnBell,
  hasNotification,
  markNotifications,
  selectNotifications,
} from "./notifications.queries.ts";

const newest = { onlyUnread: false, after: null, limit: limits.recentNotifications };

/** A user's newest notifications and the number on the bell (docs/product.md#the-bell). */
export async function listNotifications(tx: TenantTx, { userId }: Actor): Promise<NotificationList> {
  return { items: await selectNotifications(tx, userId, newest), count: await countOnBell(tx, userId) };
}

/** Marks one notification read; the bell's number becomes that of all unread ones, those seen before among them. */
export async function markRead(tx: TenantTx, actor: Actor, id: string): Promise<NotificationList> {
  if (!(await hasNotification(tx, actor.userId, id))) throw fail("notification_not_found");
  await countAllUnreadOnBell(tx, actor.userId);
  return mark(tx, actor, id, { is_read: true, is_seen: true });
}

/** Marks every notification read and sets the bell's number to 0. */
export async function markAllRead(tx: TenantTx, actor: Actor): Promise<NotificationList> {
  return mark(tx, actor, null, { is_read: true, is_seen: true });
}

/** Sets the bell's number to 0; what is unread stays unread. */
export async function markSeen(tx: TenantTx, actor: Actor): Promise<NotificationList> {
  return mark(tx, actor, null, { is_seen: true });
}

type Marks = Parameters<typeof markNotifications>[3];

/** Marks one or all, and emits it to the user's other screens when that changed anything. */
async function mark(tx: TenantTx, actor: Actor, id: string | null, marks: Marks): Promise<NotificationList> {
  const { userId } = actor;
  if ((await markNotifications(tx, userId, id, marks)) > 0) await emit(tx, "notification.read", { userId });
  return listNotifications(tx, actor);
}

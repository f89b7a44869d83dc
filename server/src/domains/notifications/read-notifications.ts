import type { NotificationList } from "@deskhand/contract/notifications";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { countOnBell, markNotifications, selectNewest } from "./notifications.queries.ts";

/** A user's newest notifications and the number on the bell (spec part 1, sections 2.5 and 4). */
export async function listNotifications(tx: TenantTx, { userId }: Actor): Promise<NotificationList> {
  return { items: await selectNewest(tx, userId), count: await countOnBell(tx, userId) };
}

/** Marks one notification read. */
export async function markRead(tx: TenantTx, actor: Actor, id: string): Promise<NotificationList> {
  const marked = await markNotifications(tx, actor.userId, id, { is_read: true, is_seen: true });
  if (marked === 0) throw fail("notification_not_found");
  return listNotifications(tx, actor);
}

/** Marks every notification read and sets the bell's number to 0. */
export async function markAllRead(tx: TenantTx, actor: Actor): Promise<NotificationList> {
  await markNotifications(tx, actor.userId, null, { is_read: true, is_seen: true });
  return listNotifications(tx, actor);
}

/** Sets the bell's number to 0; what is unread stays unread. */
export async function markSeen(tx: TenantTx, actor: Actor): Promise<NotificationList> {
  await markNotifications(tx, actor.userId, null, { is_seen: true });
  return listNotifications(tx, actor);
}

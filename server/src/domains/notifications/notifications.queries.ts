import { limits } from "@deskhand/contract/limits";
import type { Notification } from "@deskhand/contract/notifications";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { NotificationPlace } from "./notification-cursor.ts";

type Slice = { onlyUnread: boolean; after: NotificationPlace | null; limit: number };

/** A user's notifications after a place, newest first. */
export async function selectNotifications(
  tx: TenantTx,
  userId: string,
  { onlyUnread, after, limit }: Slice,
): Promise<Notification[]> {
  let query = tx
    .selectFrom("notifications")
    .select(["id", "type", "title", "message", "ticket_id", "created_at", "is_read"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit);
  if (onlyUnread) query = query.where("is_read", "=", false);
  if (after) {
    const { createdAt, id } = after;
    query = query
      .where("created_at", "<=", createdAt)
      .where((eb) => eb.or([eb("created_at", "<", createdAt), eb("id", ">", id)]));
  }
  return (await query.execute()).map((row) => ({
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    ticketId: row.ticket_id,
    timestamp: row.created_at,
    read: row.is_read,
  }));
}

/** The number on a user's bell. */
export async function countOnBell(tx: TenantTx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("is_read", "=", false)
    .where("is_seen", "=", false)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many of a user's notifications are unread. */
export async function countUnread(tx: TenantTx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("is_read", "=", false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a user has a notification. */
export async function hasNotification(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  const query = tx.selectFrom("notifications").select("id").where("user_id", "=", userId).where("id", "=", id);
  return (await query.executeTakeFirst()) !== undefined;
}

type Marks = { is_read?: true; is_seen?: true };

/** Marks one of a user's notifications, or all of them, as far as they are not yet; tells how many that were. */
export async function markNotifications(
  tx: TenantTx,
  userId: string,
  id: string | null,
  marks: Marks,
): Promise<number> {
  let query = tx.updateTable("notifications").set(marks).where("user_id", "=", userId);
  query = marks.is_read
    ? query.where((eb) => eb.or([eb("is_read", "=", false), eb("is_seen", "=", false)]))
    : query.where("is_read", "=", false).where("is_seen", "=", false);
  if (id !== null) query = query.where("id", "=", id);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Deletes the tenant's notifications that are too old, and of each user those beyond the newest. */
export async function deleteOldNotifications(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("notifications")
    .where("created_at", "<", sql<string>`now() - make_interval(days => ${limits.notificationDays})`)
    .execute();
  await sql`
    delete from notifications n using (
      select user_id, id, row_number() over (partition by user_id order by created_at desc, id) as place from notifications
    ) as placed
    where n.user_id = placed.user_id and n.id = placed.id and placed.place > ${limits.notificationsPerUser}`.execute(
    tx,
  );
}

import { limits } from "@deskhand/contract/limits";
import type { Notification } from "@deskhand/contract/notifications";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { ImportedNotification } from "./import-notifications.ts";

export type NewNotification = Pick<Notification, "id" | "type" | "title" | "message" | "ticketId">;

/** Writes a notification for every active user of the tenant but one; who has it already keeps it as it is. */
export async function insertForEverybody(
  tx: TenantTx,
  notification: NewNotification,
  exceptUserId: string | null,
): Promise<void> {
  await tx
    .insertInto("notifications")
    .columns(["user_id", "id", "type", "title", "message", "ticket_id"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .select([
          "users.id",
          sql<string>`${notification.id}::text`.as("notification_id"),
          sql<Notification["type"]>`${notification.type}::text`.as("type"),
          sql<string>`${notification.title}::text`.as("title"),
          sql<string>`${notification.message}::text`.as("message"),
          sql<string>`${notification.ticketId}::uuid`.as("ticket_id"),
        ])
        .where("users.is_active", "=", true)
        .where(sql<boolean>`users.id is distinct from ${exceptUserId}::uuid`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Who wrote a message whose delivery failed, of which ticket, and why; undefined when it has no living author or did not fail. */
export function selectFailedDelivery(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_messages as m")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "m.client_id").onRef("t.id", "=", "m.ticket_id"),
    )
    .innerJoin("users as u", (join) => join.onRef("u.client_id", "=", "m.client_id").onRef("u.id", "=", "m.author_id"))
    .select(["u.id as author_id", "t.id as ticket_id", "t.ticket_number", "m.delivery_error"])
    .where("m.id", "=", messageId)
    .where("m.delivery_state", "=", "failed")
    .executeTakeFirst();
}

/** Writes a notification for one user; the same one told again is new again. */
export async function upsertForUser(tx: TenantTx, userId: string, notification: NewNotification): Promise<void> {
  const { ticketId, ...told } = notification;
  await tx
    .insertInto("notifications")
    .values({ ...told, user_id: userId, ticket_id: ticketId })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "user_id", "id"])
        .doUpdateSet({ message: told.message, is_read: false, is_seen: false, created_at: sql`clock_timestamp()` }),
    )
    .execute();
}

/** Writes notifications as they are. */
export async function insertNotifications(tx: TenantTx, notifications: ImportedNotification[]): Promise<void> {
  await tx
    .insertInto("notifications")
    .values(
      notifications.map(({ userId, id, type, title, message, ticketId, isRead, createdAt }) => ({
        user_id: userId,
        id,
        type,
        title,
        message,
        ticket_id: ticketId,
        is_read: isRead,
        is_seen: isRead,
        created_at: createdAt,
      })),
    )
    .execute();
}

/** A user's newest notifications, newest first. */
export async function selectNewest(tx: TenantTx, userId: string): Promise<Notification[]> {
  const rows = await tx
    .selectFrom("notifications")
    .select(["id", "type", "title", "message", "ticket_id", "created_at", "is_read"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limits.recentNotifications)
    .execute();
  return rows.map((row) => ({
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

type Marks = { is_read?: true; is_seen?: true };

/** Marks one of a user's notifications, or all of them; tells how many that were. */
export async function markNotifications(
  tx: TenantTx,
  userId: string,
  id: string | null,
  marks: Marks,
): Promise<number> {
  let query = tx.updateTable("notifications").set(marks).where("user_id", "=", userId);
  query =
    id === null
      ? query.where((eb) => eb.or([eb("is_read", "=", false), eb("is_seen", "=", false)]))
      : query.where("id", "=", id);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

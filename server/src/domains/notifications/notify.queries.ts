import type { Notification } from "@deskhand/contract/notifications";
import { sql } from "kysely";
import { givenRows } from "../../platform/db/given-rows.ts";
import { builtOnce } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { unwantedOfUser } from "./notifications.queries.ts";
import type { ImportedNotification } from "./notify-people.ts";

export type NewNotification = Pick<Notification, "id" | "type" | "title" | "message" | "ticketId"> & {
  authorName?: string;
};

/** Who gets a notification: some users, or all active ones, or of these the admins, or who supervises, with one exception. */
export type Audience = {
  onlyUserIds?: string[];
  exceptUserId?: string | null;
  isForAdmins?: boolean;
  /** Supervisors, and admins as they may do what supervisors may. */
  isForSupervisors?: boolean;
  /** Whether those who have it get it as new again; otherwise they keep it unchanged. */
  isAgain?: boolean;
};

/** Whether a user "u" works here and gets this type: by their own choice, else by the store's default. */
const wants = (type: string) => sql<boolean>`u.is_active and u.invited_at is null
  and not (${type}::text = any(${unwantedOfUser}))`;

type ForAudience = Pick<NewNotification, "id" | "type" | "title" | "message" | "ticketId"> & {
  authorName: string | null;
  exceptUserId: string | null;
  onlyUserIds?: string[];
  isForAdmins?: true;
  isForSupervisors?: true;
  isAgain?: true;
};

const insertedFor = builtOnce((db, input: ForAudience) =>
  db
    .insertInto("notifications")
    .columns(["user_id", "id", "type", "title", "message", "author_name", "ticket_id", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("users as u")
        .select([
          "u.id",
          sql<string>`${input.id}::text`.as("notification_id"),
          sql<Notification["type"]>`${input.type}::text`.as("type"),
          sql<string>`${input.title}::text`.as("title"),
          sql<string>`${input.message}::text`.as("message"),
          sql<string | null>`${input.authorName}::text`.as("author_name"),
          sql<string | null>`${input.ticketId}::uuid`.as("ticket_id"),
          // The clock's time: several mails may share a transaction.
          sql<string>`clock_timestamp()`.as("created_at"),
        ])
        .where(wants(input.type))
        .$if("onlyUserIds" in input, (query) => query.where(sql<boolean>`u.id = any(${input.onlyUserIds}::uuid[])`))
        .$if("isForAdmins" in input, (query) => query.where("u.role", "=", "admin"))
        .$if("isForSupervisors" in input, (query) => query.where("u.role", "in", ["supervisor", "admin"]))
        .where(sql<boolean>`u.id is distinct from ${input.exceptUserId}::uuid`),
    )
    .onConflict((conflict) => {
      if (!("isAgain" in input)) return conflict.doNothing();
      const renewed = {
        message: input.message,
        is_read: false,
        is_seen: false,
        created_at: sql<string>`clock_timestamp()`,
      };
      return conflict.columns(["client_id", "user_id", "id"]).doUpdateSet(renewed);
    })
    .returning("user_id"),
);

/** Writes a notification for the active members of an audience who want its type; returns the ids of its recipients. */
export async function insertFor(
  tx: TenantTx,
  { authorName, ...notification }: NewNotification,
  { onlyUserIds, exceptUserId = null, isForAdmins = false, isForSupervisors = false, isAgain = false }: Audience,
): Promise<string[]> {
  const query = insertedFor({
    ...notification,
    authorName: authorName ?? null,
    exceptUserId,
    ...(onlyUserIds && { onlyUserIds }),
    ...(isForAdmins && { isForAdmins }),
    ...(isForSupervisors && { isForSupervisors }),
    ...(isAgain && { isAgain }),
  });
  return (await tx.executeQuery(query)).rows.map((row) => row.user_id);
}

/**
 * Adds tickets to a user's one notification of a bulk change; returns how many it covers then, or undefined for a user
 * who is inactive or does not want its type. `words` are used for several tickets.
 */
export async function gatherFor(
  tx: TenantTx,
  userId: string,
  { id, type, title, message, ticketId }: NewNotification,
  tickets: number,
  words: string,
): Promise<number | undefined> {
  const all = sql<number>`notifications.tickets + excluded.tickets`;
  const row = await tx
    .insertInto("notifications")
    .columns(["user_id", "id", "type", "title", "message", "ticket_id", "tickets", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("users as u")
        .select([
          "u.id",
          sql<string>`${id}::text`.as("notification_id"),
          sql<Notification["type"]>`${type}::text`.as("type"),
          sql<string>`${title}::text`.as("title"),
          sql<string>`${message}::text`.as("message"),
          sql<string | null>`${ticketId}::uuid`.as("ticket_id"),
          sql<number>`${tickets}::int`.as("tickets"),
          sql<string>`clock_timestamp()`.as("created_at"),
        ])
        .where("u.id", "=", userId)
        .where(wants(type)),
    )
    .onConflict((conflict) =>
      conflict.columns(["client_id", "user_id", "id"]).doUpdateSet({
        tickets: all,
        ticket_id: null,
        message: sql<string>`to_char(${all}, 'FM999,999') || ' ' || ${words}::text`,
      }),
    )
    .returning("tickets")
    .executeTakeFirst();
  return row?.tickets;
}

/** The author, ticket and reason of a failed delivery; undefined without a living author or a failure. */
export function selectFailedDelivery(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_messages as m")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "m.client_id").onRef("t.id", "=", "m.ticket_id"),
    )
    .innerJoin("users as u", (join) => join.onRef("u.client_id", "=", "m.client_id").onRef("u.id", "=", "m.author_id"))
    .innerJoin("outgoing_mails as o", (join) =>
      join.onRef("o.client_id", "=", "m.client_id").onRef("o.message_id", "=", "m.id"),
    )
    .select(["u.id as author_id", "t.id as ticket_id", "t.ticket_number", "o.to_email", "o.last_error"])
    .where("m.id", "=", messageId)
    .where("o.state", "=", "failed")
    .orderBy(sql`coalesce((o.details ->> 'place')::int, 0)`)
    .execute();
}

/** A ticket's number, subject and assignee; undefined when it is gone. */
export function selectNotifiedTicket(tx: TenantTx, id: string) {
  return tx
    .selectFrom("support_tickets")
    .select(["ticket_number", "subject", "assigned_to"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Tickets back from a snooze and whom to notify: their assignee, else who snoozed them; without either the ticket is
 * left out.
 */
export function selectWoken(
  tx: TenantTx,
  ticketIds: readonly string[],
): Promise<{ id: string; ticketNumber: number; subject: string; userId: string }[]> {
  const recipient = sql<string>`coalesce(t.assigned_to, (select a.actor_id from ticket_activities a
    where a.ticket_id = t.id and a.kind = 'snoozed' order by a.created_at desc, a.id desc limit 1))`;
  return tx
    .selectFrom("support_tickets as t")
    .select(["t.id", "t.ticket_number as ticketNumber", "t.subject", recipient.as("userId")])
    .where("t.id", "=", sql<string>`any(${ticketIds}::uuid[])`)
    .where(recipient, "is not", null)
    .execute();
}

type Each = { userId: string; id: string; message: string; ticketId: string };

/** Writes a separate notification for each of these people who is active and wants its type; returns those written. */
export async function insertEach(
  tx: TenantTx,
  { type, title }: Pick<Notification, "type" | "title">,
  each: readonly Each[],
): Promise<Pick<Each, "userId" | "id" | "ticketId">[]> {
  if (each.length === 0) return [];
  const columns = { user_id: "uuid", id: "text", message: "text", ticket_id: "uuid" };
  const rows = each.map(({ userId, id, message, ticketId }) => ({ user_id: userId, id, message, ticket_id: ticketId }));
  return tx
    .insertInto("notifications")
    .columns(["user_id", "id", "type", "title", "message", "ticket_id", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom(givenRows(columns, rows))
        .innerJoin("users as u", (join) => join.on(sql<boolean>`u.id = given.user_id`))
        .select([
          "u.id",
          sql<string>`given.id`.as("notification_id"),
          sql<Notification["type"]>`${type}::text`.as("type"),
          sql<string>`${title}::text`.as("title"),
          sql<string>`given.message`.as("message"),
          sql<string>`given.ticket_id`.as("ticket_id"),
          sql<string>`clock_timestamp()`.as("created_at"),
        ])
        .where(wants(type)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["user_id as userId", "id", sql<string>`ticket_id`.as("ticketId")])
    .execute();
}

/** Inserts notifications unchanged. */
export async function insertNotifications(tx: TenantTx, notifications: ImportedNotification[]): Promise<void> {
  await tx
    .insertInto("notifications")
    .values(
      notifications.map(({ userId, id, type, title, message, authorName, ticketId, isRead, createdAt }) => ({
        user_id: userId,
        id,
        type,
        title,
        message,
        author_name: authorName ?? null,
        ticket_id: ticketId,
        is_read: isRead,
        is_seen: isRead,
        created_at: createdAt,
      })),
    )
    .execute();
}

/** A colleague's name. */
export async function selectNotifier(tx: TenantTx, id: string): Promise<string> {
  const person = await tx.selectFrom("users").select("name").where("id", "=", id).executeTakeFirst();
  return person?.name ?? "Somebody";
}

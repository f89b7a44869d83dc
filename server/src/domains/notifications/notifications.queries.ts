import { limits } from "@deskhand/contract/limits";
import type { Notification, NotificationPreferences, TeamNotifications } from "@deskhand/contract/notifications";
import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { record } from "../audit/index.ts";
import { selectUnwantedNotifications, setUnwantedNotifications } from "../tenants/index.ts";
import type { NotificationCursor } from "./read-notifications.ts";
import { floodWords, heldWords } from "./spoken-words.ts";

type Slice = { onlyUnread: boolean; after: NotificationCursor | null; limit: number };

const ticketJson = sql<Notification["ticket"]>`case when t.id is not null
  then json_build_object('ticketNumber', t.ticket_number, 'subject', t.subject) end`;

/** A user's notifications after a cursor, newest first. */
export async function selectNotifications(
  tx: TenantTx,
  userId: string,
  { onlyUnread, after, limit }: Slice,
): Promise<Notification[]> {
  let query = tx
    .selectFrom("notifications as n")
    .leftJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "n.client_id").onRef("t.id", "=", "n.ticket_id"),
    )
    .leftJoin("ticket_floods as f", (join) =>
      join.on(sql<boolean>`f.id = case when n.id like 'flood-%' then substr(n.id, 7)::uuid end`),
    )
    .leftJoin("mail_holds as h", (join) =>
      join.on(sql<boolean>`h.id = case when n.id like 'held-%' then substr(n.id, 6)::uuid end`),
    )
    .leftJoin("order_actions as a", (join) =>
      join.on(sql<boolean>`a.id = case when n.type = 'order_approval' then substring(n.id from '-(.*)')::uuid end`),
    )
    .select(["n.id", "n.type", "n.title", "n.message", "n.author_name as authorName", "n.ticket_id as ticketId"])
    .select(["n.created_at as timestamp", "n.is_read as read", "a.order_id as orderId"])
    .select(ticketJson.as("ticket"))
    .select(["f.tickets", "h.mails", "h.held_by as by"])
    .select((eb) => eb.fn.coalesce("f.began_at", "h.began_at").as("beganAt"))
    .select((eb) => eb.fn.coalesce("f.last_at", "h.last_at").as("lastAt"))
    .where("n.user_id", "=", userId)
    .orderBy("n.created_at", "desc")
    .orderBy("n.id")
    .limit(limit);
  if (onlyUnread) query = query.where("n.is_read", "=", false);
  if (after) {
    const { createdAt, id } = after;
    query = query
      .where("n.created_at", "<=", createdAt)
      .where((eb) => eb.or([eb("n.created_at", "<", createdAt), eb("n.id", ">", id)]));
  }
  // Texts about a flood or held mail are built here, as their numbers grow without a new notification.
  return (await query.execute()).map(({ tickets, mails, by, beganAt, lastAt, ...row }) => {
    if (beganAt === null || lastAt === null) return row;
    if (tickets !== null) return { ...row, message: floodWords({ tickets, beganAt, lastAt }) };
    return mails === null || by === null ? row : { ...row, message: heldWords({ by, mails, beganAt, lastAt }) };
  });
}

/** Counts a user's unread notifications, or only those that the bell counts. */
export async function countUnread(tx: TenantTx, userId: string, isOnBell = false): Promise<number> {
  const { count } = await tx
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("is_read", "=", false)
    .$if(isOnBell, (query) => query.where("is_seen", "=", false))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a user has a notification. */
export async function hasNotification(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  const query = tx.selectFrom("notifications").select("id").where("user_id", "=", userId).where("id", "=", id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Lets the bell count a user's seen but unread notifications again; locks as {@link markNotifications} does. */
export async function countAllUnreadOnBell(tx: TenantTx, userId: string): Promise<void> {
  const seenUnread = tx
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", userId)
    .where("is_read", "=", false)
    .where("is_seen", "=", true);
  await tx
    .updateTable("notifications")
    .set({ is_seen: false })
    .where("user_id", "=", userId)
    .where("id", "in", seenUnread.orderBy("id").forNoKeyUpdate())
    .execute();
}

type Marks = { is_read?: true; is_seen?: true };

/** Which of a user's notifications: one, those of a ticket, or all. */
type NotificationFilter = { id?: string; ticketId?: string };

/**
 * Marks a user's unmarked notifications; returns how many. Locks them in the order of their ids, as {@link
 * lockNotificationsOf} does.
 */
export async function markNotifications(
  tx: TenantTx,
  userId: string,
  { id, ticketId }: NotificationFilter,
  marks: Marks,
): Promise<number> {
  let unmarked = tx.selectFrom("notifications").select("id").where("user_id", "=", userId);
  unmarked = marks.is_read
    ? unmarked.where((eb) => eb.or([eb("is_read", "=", false), eb("is_seen", "=", false)]))
    : unmarked.where("is_read", "=", false).where("is_seen", "=", false);
  if (id !== undefined) unmarked = unmarked.where("id", "=", id);
  if (ticketId !== undefined) unmarked = unmarked.where("ticket_id", "=", ticketId);
  const { numUpdatedRows } = await tx
    .updateTable("notifications")
    .set(marks)
    .where("user_id", "=", userId)
    .where("id", "in", unmarked.orderBy("id").forNoKeyUpdate())
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Locks all notifications of a ticket until the transaction ends, each user's in the order of their ids. */
export async function lockNotificationsOf(tx: TenantTx, ticketId: string): Promise<void> {
  await tx
    .selectFrom("notifications")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .orderBy("user_id")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Deletes the notifications of a customer's message. */
export async function deleteNotificationsOfMessage(tx: TenantTx, { messageId }: { messageId: string }): Promise<void> {
  await deleteLocked(tx, sql<SqlBool>`id = ${`message-${messageId}`}`);
}

/**
 * Deletes notifications that name one of a customer's addresses, such as a mail server's refusal; others go with their
 * tickets and messages.
 */
export async function deleteNotificationsOfCustomer(
  tx: TenantTx,
  { customerId }: { customerId: string },
): Promise<void> {
  const isNamed = sql<SqlBool>`exists (select from unnest(addresses_of(${customerId}::uuid)) as address
    where position(address in lower(message)) > 0)`;
  await deleteLocked(tx, isNamed);
}

// Locks in the order of lockNotificationsOf.
async function deleteLocked(tx: TenantTx, condition: Expression<SqlBool>): Promise<void> {
  const locked = tx.selectFrom("notifications").select(["user_id", "id"]).where(condition);
  await tx
    .deleteFrom("notifications")
    .where(({ eb, refTuple }) =>
      eb(
        refTuple("user_id", "id"),
        "in",
        locked.orderBy("user_id").orderBy("id").forUpdate().$asTuple("user_id", "id"),
      ),
    )
    .execute();
}

/**
 * Deletes the tenant's notifications that are too old, and each user's beyond the newest. Skips those being marked or
 * deleted right now until the next night.
 */
export async function deleteOldNotifications(tx: TenantTx): Promise<void> {
  const ranked = tx
    .selectFrom("notifications")
    .select(["user_id", "id", "created_at"])
    .select(sql<number>`row_number() over (partition by user_id order by created_at desc, id)`.as("rank"));
  // Materialized, so that each step runs once, whatever the planner believes of the table's size.
  await tx
    .with(
      (named) => named("old").materialized(),
      (db) =>
        db
          .selectFrom(ranked.as("ranked"))
          .select(["user_id", "id"])
          .where((eb) =>
            eb.or([
              eb("created_at", "<", sql<string>`now() - make_interval(days => ${limits.notificationDays})`),
              eb("rank", ">", limits.notificationsPerUser),
            ]),
          ),
    )
    .with(
      (named) => named("free").materialized(),
      (db) =>
        db
          .selectFrom("notifications as each")
          .innerJoin("old", (join) => join.onRef("old.user_id", "=", "each.user_id").onRef("old.id", "=", "each.id"))
          .select(["each.user_id", "each.id"])
          .forUpdate("each")
          .skipLocked(),
    )
    .deleteFrom("notifications")
    .using("free")
    .whereRef("notifications.user_id", "=", "free.user_id")
    .whereRef("notifications.id", "=", "free.id")
    .execute();
}

/** A user's notification preferences; without a choice of their own, the bell and the store's defaults. */
export async function selectPreferences(tx: TenantTx, userId: string): Promise<NotificationPreferences> {
  const row = await tx
    .selectFrom("notification_preferences")
    .select(["unwanted", "has_desktop", "has_sound"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    wanted: allBut(row?.unwanted ?? (await selectUnwantedNotifications(tx))),
    desktop: row?.has_desktop ?? false,
    sound: row?.has_sound ?? false,
  };
}

/** Saves a user's notification preferences. */
export async function upsertPreferences(
  tx: TenantTx,
  userId: string,
  { wanted, desktop, sound }: NotificationPreferences,
): Promise<void> {
  const choices = { unwanted: allBut(wanted), has_desktop: desktop, has_sound: sound };
  await tx
    .insertInto("notification_preferences")
    .values({ user_id: userId, ...choices })
    .onConflict((conflict) => conflict.columns(["client_id", "user_id"]).doUpdateSet(choices))
    .execute();
}

/** The types a user "u" is not notified of: by their own choice, else the store's. */
export const unwantedOfUser = sql<string[]>`coalesce(
  (select p.unwanted from notification_preferences p where p.client_id = u.client_id and p.user_id = u.id),
  (select c.unwanted_notifications from clients c where c.id = u.client_id))`;

/** The team's default notifications. */
export async function selectTeamNotifications(tx: TenantTx): Promise<TeamNotifications> {
  const people = await tx
    .selectFrom("users as u")
    .select(["u.id", "u.name", unwantedOfUser.as("unwanted")])
    .where("u.is_active", "=", true)
    .where("u.invited_at", "is", null)
    .orderBy("u.name")
    .orderBy("u.id")
    .execute();
  return {
    wanted: allBut(await selectUnwantedNotifications(tx)),
    people: people.map((person) => ({ ...person, unwanted: allBut(allBut(person.unwanted)) })),
  };
}

/** Sets the defaults for people without a choice of their own. */
export async function keepTeamDefaults(
  tx: TenantTx,
  userId: string,
  wanted: readonly NotificationType[],
): Promise<TeamNotifications> {
  const unwanted = allBut(wanted);
  const before = await selectUnwantedNotifications(tx);
  if (before.join() !== unwanted.join()) {
    await setUnwantedNotifications(tx, unwanted);
    const words = (types: readonly string[]) => types.join(" ").replaceAll("_", " ") || "nothing";
    await record(tx, userId, "settings.notifications-changed", null, {
      changes: { "Switched off": { from: words(before), to: words(unwanted) } },
    });
  }
  return selectTeamNotifications(tx);
}

function allBut(types: readonly string[]): NotificationType[] {
  return notificationTypes.filter((type) => !types.includes(type));
}

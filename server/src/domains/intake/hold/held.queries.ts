import type { HeldFilter } from "@deskhand/contract/admin/held-mail";
import { limits } from "@deskhand/contract/limits";
import type { HeldReason } from "@deskhand/contract/vocabulary";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { addedAt } from "../../tickets/index.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import { intakeLimits } from "../intake-limits.ts";

/** The limit that holds a mail back, and a sentence that explains it. */
export type LimitHold = { heldBy: HeldReason; reason: string };

/** What identifies a mail among its sender's others. */
export type SenderMail = { sender: string | null; check: SenderVerdict["check"]; likeness: Buffer };

/** Counts a sender's accepted mails of the last minutes that say the same, without those that admins released. */
export async function countAlike(
  tx: TenantTx,
  { sender, check, likeness }: SenderMail,
  minutes: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom("mail_log")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("from_email", "=", sender)
    .where("sender_check", "=", check)
    .where("received_at", ">", sql<string>`now() - make_interval(mins => ${minutes})`)
    .where("state", "in", ["ticket_created", "reply_added"])
    .where("is_released", "=", false)
    .where("likeness", "=", likeness)
    .executeTakeFirstOrThrow();
  return count;
}

/** What identifies a mail among the others on its ticket. */
export type TicketMail = { isAutomatic: boolean; isUnverified: boolean };

/** Counts a ticket's customer messages of the same kind in the last minutes, without those that admins released. */
export async function countOnTicket(
  tx: TenantTx,
  ticketId: string,
  minutes: number,
  { isAutomatic, isUnverified }: TicketMail,
): Promise<number> {
  const row = await tx
    .selectFrom("ticket_messages as m")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .where(sql<boolean>`${addedAt("m")} > now() - make_interval(mins => ${minutes})`)
    .where("m.is_from_customer", "=", true)
    .where("m.is_automatic", "=", isAutomatic)
    .where("m.is_unverified", "=", isUnverified)
    .where(({ not, exists, selectFrom }) => {
      const released = selectFrom("mail_log as l").select("l.id").whereRef("l.message_id", "=", "m.id");
      return not(exists(released.where("l.is_released", "=", true)));
    })
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Counts a held mail in its limit's current hour. Returns the id of an hour that begins, else null. The caller serializes calls. */
export async function countHold(tx: TenantTx, heldBy: HeldReason): Promise<string | null> {
  const current = tx
    .selectFrom("mail_holds")
    .select("id")
    .where("held_by", "=", heldBy)
    .where("began_at", ">", sql<string>`clock_timestamp() - make_interval(mins => ${intakeLimits.holdMinutes})`)
    .orderBy("began_at", "desc")
    .limit(1);
  const now = sql<string>`clock_timestamp()`;
  const updated = await tx
    .updateTable("mail_holds")
    .set((eb) => ({ mails: eb("mails", "+", 1), last_at: now }))
    .where("id", "=", current)
    .returning("id")
    .executeTakeFirst();
  if (updated) return null;
  const id = newId();
  await tx.insertInto("mail_holds").values({ id, held_by: heldBy, began_at: now, last_at: now }).execute();
  return id;
}

/** Deletes holds that no notification shows any more. */
export async function forgetHolds(tx: TenantTx): Promise<void> {
  const ago = sql<string>`now() - make_interval(days => ${limits.notificationDays})`;
  await tx.deleteFrom("mail_holds").where("last_at", "<", ago).execute();
}

/** Groups held mails by limit and sender, the largest group first; each row also has the total, up to the counting limit. */
export function selectHeld(tx: TenantTx, filter: HeldFilter, rawMailDays: number | null) {
  const endsAt = sql<string | null>`greatest(end_told_at + make_interval(days => ${limits.heldMailToldDays}),
    finished_at + make_interval(days => ${rawMailDays}::int))`;
  const held = tx
    .selectFrom("mail_log")
    .select(["held_by", "from_email", "received_at"])
    .select(
      sql<string | null>`case when end_told_at is not null and ${rawMailDays}::int is not null then ${endsAt} end`.as(
        "ends_at",
      ),
    )
    .where((eb) => isHeld(eb, filter))
    .limit(limits.heldMailsCounted + 1);
  return tx
    .selectFrom(held.as("held"))
    .select((eb) => [
      eb.ref("held_by").$notNull().as("reason"),
      "from_email as sender",
      eb.fn.countAll<number>().as("mails"),
      eb.fn.min("received_at").as("firstAt"),
      eb.fn.max("received_at").as("lastAt"),
      sql<number>`(sum(count(*)) over ())::int`.as("all"),
      sql<string | null>`min(min(ends_at)) over ()`.as("endsAt"),
    ])
    .groupBy(["held_by", "from_email"])
    .orderBy("mails", "desc")
    .orderBy("lastAt", "desc")
    .orderBy("from_email")
    .limit(intakeLimits.heldGroups)
    .execute();
}

/** Returns the time when the transaction began. */
export async function selectNow(tx: TenantTx): Promise<string> {
  const { now } = await tx.selectNoFrom(sql<string>`now()`.as("now")).executeTakeFirstOrThrow();
  return now;
}

/** Counts the held mails that a filter matches, up to the counting limit. */
export async function countHeld(tx: TenantTx, filter: HeldFilter): Promise<number> {
  const held = tx
    .selectFrom("mail_log")
    .select("id")
    .where((eb) => isHeld(eb, filter))
    .limit(limits.heldMailsCounted);
  const { count } = await tx
    .selectFrom(held.as("held"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the oldest held mails that a filter matches and skips those that another request is releasing. */
export async function lockHeldMails(tx: TenantTx, filter: HeldFilter, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("mail_log")
    .select("id")
    .where((eb) => isHeld(eb, filter))
    .orderBy("received_at")
    .orderBy("id")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

// A released mail that is held again is not released in bulk: an admin should look at it.
function isHeld(
  eb: ExpressionBuilder<Database, "mail_log">,
  { reason, sender, from, until }: HeldFilter,
): Expression<SqlBool> {
  return eb.and([
    eb("state", "in", ["loop_stopped", "quarantined"]),
    eb("held_by", "is not", null),
    eb("is_released", "=", false),
    eb("raw_mail_id", "is not", null),
    ...(reason === undefined ? [] : [eb("held_by", "=", reason)]),
    ...(sender === undefined ? [] : [eb("from_email", "=", sender)]),
    ...(from === undefined ? [] : [eb("received_at", ">=", from)]),
    ...(until === undefined ? [] : [eb("received_at", "<", until)]),
  ]);
}

const sharedColumns = ["id", "sender", "mails", "named_by_name as namedBy", "named_at as namedAt"] as const;

/** Returns all shared senders, the newest first. */
export function selectShared(tx: TenantTx) {
  return tx
    .selectFrom("shared_senders")
    .select(sharedColumns)
    .orderBy("named_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
export type SharedRow = Awaited<ReturnType<typeof selectShared>>[number];

/** Locks the shared sender with exactly this name. */
export function lockShared(tx: TenantTx, sender: string): Promise<SharedRow | undefined> {
  return tx
    .selectFrom("shared_senders")
    .select(sharedColumns)
    .where("sender", "=", sender)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the list has reached its limit. */
export async function isSharedFull(tx: TenantTx): Promise<boolean> {
  const { count } = await tx
    .selectFrom("shared_senders")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count >= limits.sharedSenders;
}

/** Adds a sender to the list. */
export function insertShared(
  tx: TenantTx,
  { sender, mails, userId }: { sender: string; mails: number; userId: string },
): Promise<SharedRow> {
  return tx
    .insertInto("shared_senders")
    .values((eb) => ({
      id: newId(),
      sender,
      mails,
      named_by: userId,
      named_by_name: eb.selectFrom("users").select("name").where("id", "=", userId).$asScalar().$notNull(),
    }))
    .returning(sharedColumns)
    .executeTakeFirstOrThrow();
}

/** Changes a listed sender's limit. */
export function updateShared(tx: TenantTx, id: string, mails: number): Promise<SharedRow> {
  return tx
    .updateTable("shared_senders")
    .set({ mails })
    .where("id", "=", id)
    .returning(sharedColumns)
    .executeTakeFirstOrThrow();
}

/** Deletes a sender from the list and returns the row. */
export function deleteShared(tx: TenantTx, id: string): Promise<SharedRow | undefined> {
  return tx.deleteFrom("shared_senders").where("id", "=", id).returning(sharedColumns).executeTakeFirst();
}

/** Deletes a customer's addresses from the list. */
export async function deleteSharedOf(tx: TenantTx, customerId: string): Promise<void> {
  await tx
    .deleteFrom("shared_senders")
    .where("sender", "=", sql<string>`any (addresses_of(${customerId}::uuid))`)
    .execute();
}

/** Selects the limit of the nearest of these names on the list. */
export function sharedLimitOf(tx: TenantTx, names: readonly string[]) {
  return tx
    .selectFrom("shared_senders")
    .select("mails")
    .where("sender", "=", sql<string>`any(${names}::text[])`)
    .orderBy(sql`array_position(${names}::text[], sender)`)
    .limit(1);
}

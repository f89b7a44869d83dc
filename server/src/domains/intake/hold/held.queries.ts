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

/** Which limit holds a mail back, and why in a sentence. */
export type Held = { heldBy: HeldReason; reason: string };

/** A mail as its sender's others are counted. */
export type FromSender = { sender: string | null; check: SenderVerdict["check"]; likeness: Buffer };

/** How many mails of a sender that say the same were let through in the last minutes; what admins let out is their word, and no loop. */
export async function countAlike(
  tx: TenantTx,
  { sender, check, likeness }: FromSender,
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

/** A mail as the others of its kind on its ticket are counted. */
export type OnTicket = { isAutomatic: boolean; isUnverified: boolean };

/** How many messages of customers of a kind a ticket got in the last minutes, without those that admins let out. */
export async function countOnTicket(
  tx: TenantTx,
  ticketId: string,
  minutes: number,
  { isAutomatic, isUnverified }: OnTicket,
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

/** Counts a mail that is held in what is told of this hour; with the id of that where it begins. The caller lets one do this at a time. */
export async function countHold(tx: TenantTx, heldBy: HeldReason): Promise<string | null> {
  const goingOn = tx
    .selectFrom("mail_holds")
    .select("id")
    .where("held_by", "=", heldBy)
    .where("began_at", ">", sql<string>`clock_timestamp() - make_interval(mins => ${intakeLimits.holdMinutes})`)
    .orderBy("began_at", "desc")
    .limit(1);
  const now = sql<string>`clock_timestamp()`;
  const grown = await tx
    .updateTable("mail_holds")
    .set((eb) => ({ mails: eb("mails", "+", 1), last_at: now }))
    .where("id", "=", goingOn)
    .returning("id")
    .executeTakeFirst();
  if (grown) return null;
  const id = newId();
  await tx.insertInto("mail_holds").values({ id, held_by: heldBy, began_at: now, last_at: now }).execute();
  return id;
}

/** Forgets what nobody is told of any more. */
export async function forgetHolds(tx: TenantTx): Promise<void> {
  const ago = sql<string>`now() - make_interval(days => ${limits.notificationDays})`;
  await tx.deleteFrom("mail_holds").where("last_at", "<", ago).execute();
}

/** What limits hold back of what a filter means by limit and sender, the largest first, each with the sum of all as far as they are counted. */
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

/** When the transaction began. */
export async function selectNow(tx: TenantTx): Promise<string> {
  const { now } = await tx.selectNoFrom(sql<string>`now()`.as("now")).executeTakeFirstOrThrow();
  return now;
}

/** How many mails limits hold back of what a filter means, as far as they are counted. */
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

/** The oldest of the mails that a filter means, locked; those that somebody else is releasing are left to them. */
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

// One that was released is not held again by it: what ends so once more is for an admin to look at by itself.
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

const shown = ["id", "sender", "mails", "named_by_name as namedBy", "named_at as namedAt"] as const;

/** Those who bring many people's mail, the newest first. */
export function selectShared(tx: TenantTx) {
  return tx.selectFrom("shared_senders").select(shown).orderBy("named_at", "desc").orderBy("id", "desc").execute();
}
export type SharedRow = Awaited<ReturnType<typeof selectShared>>[number];

/** Who has this very name, locked. */
export function lockShared(tx: TenantTx, sender: string): Promise<SharedRow | undefined> {
  return tx.selectFrom("shared_senders").select(shown).where("sender", "=", sender).forUpdate().executeTakeFirst();
}

/** Whether as many are named as may be. */
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
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Gives a sender of the list another number. */
export function updateShared(tx: TenantTx, id: string, mails: number): Promise<SharedRow> {
  return tx
    .updateTable("shared_senders")
    .set({ mails })
    .where("id", "=", id)
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Takes a sender off the list, and says who that was. */
export function deleteShared(tx: TenantTx, id: string): Promise<SharedRow | undefined> {
  return tx.deleteFrom("shared_senders").where("id", "=", id).returning(shown).executeTakeFirst();
}

/** Takes a customer's addresses off the list. */
export async function deleteSharedOf(tx: TenantTx, customerId: string): Promise<void> {
  await tx
    .deleteFrom("shared_senders")
    .where("sender", "=", sql<string>`any (addresses_of(${customerId}::uuid))`)
    .execute();
}

/** How many mails the nearest of these names that is on the list may bring. */
export function shareOf(tx: TenantTx, names: readonly string[]) {
  return tx
    .selectFrom("shared_senders")
    .select("mails")
    .where("sender", "=", sql<string>`any(${names}::text[])`)
    .orderBy(sql`array_position(${names}::text[], sender)`)
    .limit(1);
}

import { type Expression, type SqlBool, sql } from "kysely";
import { builtOnce } from "../../platform/db/statement.ts";
import type { GlobalTx, TenantTx } from "../../platform/db/tenant.ts";
import { messages } from "./asked.queries.ts";
import { mails, wholeMails } from "./outgoing.queries.ts";

/** Why a mail has not left that waits for an earlier one (`messages.waitsForEarlier`). */
export const waitsForEarlier =
  "It waits for an earlier mail of this ticket to the same address, which has not left yet";

/** A mail that can be sent, as far as the table tells. */
export type Candidate = { id: string; kind: string; to: string };
/** Which end of what waits is looked at first. */
export type End = "oldest" | "newest";
type Elsewhere = { ids: readonly string[]; destinations: readonly string[] };

// What is broken off with its process again and again stands behind the others: it may be what ends them.
const next = (end: End) =>
  builtOnce((db, { ids, destinations }: Elsewhere) => {
    const due = db
      .selectFrom("outgoing_mails")
      .select(["id", "kind", "to_email as to"])
      .where("state", "=", "queued")
      .where(isDue("outgoing_mails"))
      .where(sql<boolean>`id <> all (${ids}::uuid[])`)
      .where(sql<boolean>`lower(substring(to_email from '[^@]*$')) <> all (${destinations}::text[])`)
      .where(isNext("outgoing_mails"))
      .limit(1);
    return end === "oldest"
      ? due.orderBy("break_offs").orderBy(dueAt("outgoing_mails"))
      : due.where("break_offs", "=", 0).orderBy(dueAt("outgoing_mails"), "desc");
  });
const nextFrom = { oldest: next("oldest"), newest: next("newest") };

/** The mail to be tried next, from one end of those that wait; none that is elsewhere already, nor to where mail waits for a slot. */
export function nextQuery(end: End, elsewhere: Elsewhere) {
  return nextFrom[end](elsewhere);
}

/** The stores of which a mail waits whose time has come. */
export async function selectStoresToSendFor(tx: GlobalTx): Promise<string[]> {
  const rows = await tx
    .selectFrom(sql<{ id: string }>`stores_to_send_for()`.as(sql`stores (id)`))
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

type Named = "outgoing_mails" | "mail";

/** Since when, or from when on, a mail waits for its turn. */
function dueAt(table: Named): Expression<string> {
  return sql<string>`coalesce(${sql.ref(`${table}.next_try_at`)}, ${sql.ref(`${table}.queued_at`)})`;
}

function isDue(table: Named): Expression<SqlBool> {
  return sql<SqlBool>`${dueAt(table)} <= clock_timestamp()`;
}

/** Whether no earlier one of its ticket goes to the same address first. */
function isNext(table: Named): Expression<SqlBool> {
  const [message, address] = [sql.ref<string | null>(`${table}.message_id`), sql.ref<string>(`${table}.to_email`)];
  return sql<SqlBool>`(${message} is null or not ${messages.answer.waitsForEarlier(message, address)})`;
}

/** Locks a mail whose turn it is; undefined where it is not, or no more, or somebody else has it. */
export function lockDue(tx: TenantTx, id: string) {
  return mails(tx)
    .select(["mail.quota", "mail.tries", "mail.break_offs as breakOffs"])
    .select(sql<boolean>`mail.counted_on is not null`.as("isCounted"))
    .select(sql<boolean>`mail.held_until is not null`.as("isHeld"))
    .where("mail.id", "=", id)
    .where("mail.state", "=", "queued")
    .where(isDue("mail"))
    .where(isNext("mail"))
    .forUpdate("mail")
    .skipLocked()
    .executeTakeFirst();
}
export type DueMail = NonNullable<Awaited<ReturnType<typeof lockDue>>>;

/** Counts a mail as broken off until what becomes of it is recorded; `putOff` is when it is tried again unless that happens. */
export async function countBegin(
  tx: TenantTx,
  id: string,
  putOff: { error: string; nextTryAt: Date } | null,
): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({
      break_offs: sql`break_offs + 1`,
      ...(putOff && {
        tries: sql`tries + 1`,
        last_error: putOff.error,
        next_try_at: putOff.nextTryAt.toISOString(),
      }),
    })
    .where("id", "=", id)
    .execute();
}

/** Locks a mail that was begun as the so-manieth time; undefined when somebody else has it, or has begun with it since. */
export function lockBegun(tx: TenantTx, id: string, breakOffs: number) {
  return wholeMails(tx)
    .where("mail.id", "=", id)
    .where("mail.state", "=", "queued")
    .where("mail.break_offs", "=", breakOffs)
    .forUpdate("mail")
    .skipLocked()
    .executeTakeFirst();
}

/** Locks the mails that have waited longer than this many hours, though all their tries are over by then. */
export function lockStuck(tx: TenantTx, hours: number) {
  return mails(tx)
    .where("mail.state", "=", "queued")
    .where("mail.queued_at", "<", sql<string>`now() - make_interval(hours => ${hours})`)
    .where(isNext("mail"))
    .forUpdate("mail")
    .skipLocked()
    .execute();
}

/** What became of a mail: the next server has it, or the outbox where there is none; it failed for good, or it is tried again then. Not all of that is a try's end. */
export type Settled = { isTry: boolean } & (
  | { state: "sent"; isInOutbox: boolean }
  | { state: "failed"; error: string }
  | { state: "queued"; error: string; nextTryAt: Date }
);

/** Records what became of a mail; returns the ticket of the message that it carries, if any. */
export async function settle(tx: TenantTx, id: string, outcome: Settled): Promise<string | null> {
  const { state, isTry } = outcome;
  const row = await tx
    .updateTable("outgoing_mails")
    .set({
      state,
      break_offs: 0,
      ...(isTry && { attempts: sql`attempts + 1`, tries: sql`tries + 1` }),
      is_in_outbox: "isInOutbox" in outcome && outcome.isInOutbox,
      sent_at: state === "sent" ? sql<string>`clock_timestamp()` : null,
      last_error: "error" in outcome ? outcome.error : null,
      next_try_at: "nextTryAt" in outcome ? outcome.nextTryAt.toISOString() : null,
    })
    .where("id", "=", id)
    .returning(messages.answer.ticketOf(sql.ref("outgoing_mails.message_id")).as("ticketId"))
    .executeTakeFirst();
  return row?.ticketId ?? null;
}

/** Lets those that waited for a mail of a message count as queued by now: all their tries are still to come. */
export async function queueLaterAnew(tx: TenantTx, id: string, messageId: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails as later")
    .set({ queued_at: sql<string>`clock_timestamp()` })
    .where("later.state", "=", "queued")
    .where("later.to_email", "=", (eb) =>
      eb.selectFrom("outgoing_mails as mail").select("mail.to_email").where("mail.id", "=", id),
    )
    .where(sql<boolean>`later.message_id in ${messages.answer.after(messageId)}`)
    .execute();
}

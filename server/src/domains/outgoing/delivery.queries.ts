import { type Expression, type SqlBool, sql } from "kysely";
import { builtOnce } from "../../platform/db/statement.ts";
import type { GlobalTx, TenantTx } from "../../platform/db/tenant.ts";
import { messages } from "./asked.queries.ts";
import { mails, wholeMails } from "./outgoing.queries.ts";

/** The reason shown for a mail that has to wait for an earlier one (`messages.waitsForEarlier`). */
export const waitsForEarlier =
  "It waits for an earlier mail of this ticket to the same address, which has not left yet";

/** A mail that is due, as far as the table shows. */
export type Candidate = { id: string; kind: string; to: string };
/** The end of the queue to take a mail from. */
export type End = "oldest" | "newest";
type Excluded = { ids: readonly string[]; destinations: readonly string[] };

// Mails during which the process died come last, as they may be the cause.
const next = (end: End) =>
  builtOnce((db, { ids, destinations }: Excluded) => {
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

/** Selects the next mail to try from one end of the queue, except mails already being sent and destinations that wait for a slot. */
export function nextQuery(end: End, elsewhere: Excluded) {
  return nextFrom[end](elsewhere);
}

/** Lists the stores with a mail that is due. */
export async function selectStoresToSendFor(tx: GlobalTx): Promise<string[]> {
  const rows = await tx
    .selectFrom(sql<{ id: string }>`stores_to_send_for()`.as(sql`stores (id)`))
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

type MailTable = "outgoing_mails" | "mail";

/** The time from which a mail is due. */
function dueAt(table: MailTable): Expression<string> {
  return sql<string>`coalesce(${sql.ref(`${table}.next_try_at`)}, ${sql.ref(`${table}.queued_at`)})`;
}

function isDue(table: MailTable): Expression<SqlBool> {
  return sql<SqlBool>`${dueAt(table)} <= clock_timestamp()`;
}

/** Whether no earlier mail of its ticket to the same address has to go first. */
function isNext(table: MailTable): Expression<SqlBool> {
  const [message, address] = [sql.ref<string | null>(`${table}.message_id`), sql.ref<string>(`${table}.to_email`)];
  return sql<SqlBool>`(${message} is null or not ${messages.answer.waitsForEarlier(message, address)})`;
}

/** Locks a mail that is due; undefined if it is not, or another transaction has it. */
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

/** Counts a break-off in advance; recording a result clears it. `putOff` is the retry in case no result is recorded. */
export async function countBreakOff(
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

/** Locks a mail whose current try has this count of break-offs; undefined if another process has it, or has begun a newer try. */
export function lockStarted(tx: TenantTx, id: string, breakOffs: number) {
  return wholeMails(tx)
    .where("mail.id", "=", id)
    .where("mail.state", "=", "queued")
    .where("mail.break_offs", "=", breakOffs)
    .forUpdate("mail")
    .skipLocked()
    .executeTakeFirst();
}

/** Locks the mails that have waited longer than this many hours, by when all tries should be over. */
export function lockStuck(tx: TenantTx, hours: number) {
  return mails(tx)
    .where("mail.state", "=", "queued")
    .where("mail.queued_at", "<", sql<string>`now() - make_interval(hours => ${hours})`)
    .where(isNext("mail"))
    .forUpdate("mail")
    .skipLocked()
    .execute();
}

/**
 * The result of a mail: accepted by the next server or put into the outbox, failed for good, or to be retried. `isTry` is false if it was
 * not actually tried.
 */
export type MailResult = { isTry: boolean } & (
  | { state: "sent"; isInOutbox: boolean }
  | { state: "failed"; error: string; isBounce?: true }
  | { state: "queued"; error: string; nextTryAt: Date }
);

/** Records a mail's result; returns the ticket of its message, if it carries one. */
export async function saveResult(tx: TenantTx, id: string, outcome: MailResult): Promise<string | null> {
  const { state, isTry } = outcome;
  const row = await tx
    .updateTable("outgoing_mails")
    .set({
      state,
      break_offs: 0,
      ...(isTry && { attempts: sql`attempts + 1`, tries: sql`tries + 1` }),
      is_in_outbox: "isInOutbox" in outcome && outcome.isInOutbox,
      sent_at: state === "sent" ? sql<string>`clock_timestamp()` : null,
      bounced_at: "isBounce" in outcome ? sql<string>`clock_timestamp()` : null,
      last_error: "error" in outcome ? outcome.error : null,
      next_try_at: "nextTryAt" in outcome ? outcome.nextTryAt.toISOString() : null,
    })
    .where("id", "=", id)
    .returning(messages.answer.ticketOf(sql.ref("outgoing_mails.message_id")).as("ticketId"))
    .executeTakeFirst();
  return row?.ticketId ?? null;
}

/** Restarts the waiting time of mails that waited for this one, as all their tries are still to come. */
export async function restartLaterMails(tx: TenantTx, id: string, messageId: string): Promise<void> {
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

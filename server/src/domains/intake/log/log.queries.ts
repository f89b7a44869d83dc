import type { MailLogFilter } from "@deskhand/contract/mail";
import { type MailState, mailStates } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { notWaiting } from "../decide/decide.queries.ts";

/** Selects mails in a state before a moment and id, up to a limit; an empty `search` matches all. */
export type LogPage<State extends string> = Pick<MailLogFilter, "from"> & {
  search: string;
  state: State | undefined;
  before: { at: string; id: string };
  limit: number;
};

/** A time before any mail. */
export const longAgo = "0001-01-01T00:00:00Z";

/** Returns incoming mails, the newest first. */
export function selectIncoming(tx: TenantTx, { search, state, from = longAgo, before, limit }: LogPage<MailState>) {
  const { at, id } = before;
  return incoming(tx)
    .$if(search !== "", (query) =>
      query.where(
        sql<boolean>`mail_log.id = any(array(select find_incoming_mails(
          ${search}, ${state ?? null}, ${from}::timestamptz, ${at}::timestamptz, ${id}::uuid, ${limit}::int)))`,
      ),
    )
    .$if(search === "" && state !== undefined, (query) => query.where("mail_log.state", "=", state ?? mailStates[0]))
    .where("mail_log.received_at", ">=", from)
    .where(sql<boolean>`(mail_log.received_at, mail_log.id) < (${at}::timestamptz, ${id}::uuid)`)
    .orderBy("mail_log.received_at", "desc")
    .orderBy("mail_log.id", "desc")
    .limit(limit)
    .execute();
}

/** Returns one incoming mail with its details. */
export function selectIncomingEntry(tx: TenantTx, id: string) {
  return incoming(tx)
    .select([
      "mail_log.envelope_from as envelopeFrom",
      "mail_log.message_id as ticketMessageId",
      "mail_log.mail_message_id as messageId",
      "mail_log.sender_check_reason as senderCheckReason",
      "mail_log.via",
      "mail_log.remote_host as remoteHost",
      "mail_log.helo",
      "mail_log.is_released as isReleased",
      "mail_log.held_by as limit",
      "mail_log.finished_at as finishedAt",
      "mail_log.raw_removed as rawRemoved",
      "mail_log.raw_kept_days as rawKeptDays",
    ])
    .where("mail_log.id", "=", id)
    .executeTakeFirst();
}
export type IncomingEntry = NonNullable<Awaited<ReturnType<typeof selectIncomingEntry>>>;

function incoming(tx: TenantTx) {
  return tx
    .selectFrom("mail_log")
    .leftJoin("raw_mails", "raw_mails.id", "mail_log.raw_mail_id")
    .leftJoin("support_tickets as ticket", (join) =>
      join.onRef("ticket.client_id", "=", "mail_log.client_id").onRef("ticket.id", "=", "mail_log.ticket_id"),
    )
    .select([
      "mail_log.id",
      "mail_log.state",
      "mail_log.reason",
      "mail_log.received_at as at",
      sql<string | null>`coalesce(mail_log.from_email, nullif(mail_log.envelope_from, ''))`.as("from"),
      "mail_log.envelope_to as to",
      "mail_log.subject",
      "mail_log.sender_check as senderCheck",
      sql<number>`coalesce(raw_mails.size, mail_log.raw_size)`.as("size"),
      "ticket.id as ticketId",
      "ticket.ticket_number as ticketNumber",
      "mail_log.duplicate_of as duplicateOf",
      "mail_log.attempts",
      "mail_log.waits_for as waitsFor",
      "mail_log.waits_since as waitsSince",
    ]);
}

/** Locks an entry and returns what decides whether it may be processed again. */
export function lockLogEntry(tx: TenantTx, id: string) {
  return tx
    .selectFrom("mail_log")
    .select(["id", "state", "message_id as messageId", "raw_removed as rawRemoved", "raw_kept_days as rawKeptDays"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedEntry = NonNullable<Awaited<ReturnType<typeof lockLogEntry>>>;

/** Resets entries so that the intake processes them again; `isReleased` says that an admin lets them through. */
export async function resetLogEntries(tx: TenantTx, ids: readonly string[], isReleased: boolean): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set({
      state: "received",
      reason: null,
      fingerprint: null,
      ticket_id: null,
      message_id: null,
      duplicate_of: null,
      mail_message_id: null,
      sender_check: null,
      sender_check_reason: null,
      held_by: null,
      likeness: null,
      end_told_at: null,
      attempts: 0,
      overruns: 0,
      yields: 0,
      break_offs: 0,
      faults: 0,
      lookup_since: null,
      ...notWaiting,
      is_released: isReleased,
      queued_at: sql`clock_timestamp()`,
      finished_at: null,
    })
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Returns where an entry's raw bytes are, or why they are gone. */
export function selectRawOfEntry(tx: TenantTx, id: string) {
  return tx
    .selectFrom("mail_log")
    .leftJoin("raw_mails", "raw_mails.id", "mail_log.raw_mail_id")
    .select(["raw_mails.id as rawMailId", "raw_mails.size"])
    .select(["mail_log.raw_removed as rawRemoved", "mail_log.raw_kept_days as rawKeptDays"])
    .where("mail_log.id", "=", id)
    .executeTakeFirst();
}

/** Returns mails that have waited so long that their job must be lost. */
export async function selectForgotten(tx: TenantTx, minutes: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("mail_log")
    .select("id")
    .where("state", "=", "received")
    .where("queued_at", "<", sql<string>`now() - make_interval(mins => ${minutes})`)
    .orderBy("queued_at")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** The reason that earlier versions gave after looking at a mail more than ten times, even if it had only waited. */
const oldWaitReason = "Reading it broke the server off too often.";

/** Locks mails that earlier versions gave up while they waited, and whose bytes are still there. */
export function selectGivenUpWaiting(tx: TenantTx, most: number) {
  return tx
    .selectFrom("mail_log")
    .select(["id", "is_released as isReleased"])
    .where("state", "=", "failed")
    .where("reason", "=", oldWaitReason)
    .where("raw_mail_id", "is not", null)
    .orderBy("received_at")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

import type { MailLogEntry } from "@deskhand/contract/mail";
import type { MailState } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

export type LogCursor = { receivedAt: string; id: string };

/** Entries of the mail log, newest first, after a cursor. */
export function selectLogPage(
  tx: TenantTx,
  state: MailState | undefined,
  after: LogCursor | null,
  limit: number,
): Promise<MailLogEntry[]> {
  let query = entries(tx);
  if (state) query = query.where("mail_log.state", "=", state);
  if (after) {
    query = query.where(
      sql<boolean>`(mail_log.received_at, mail_log.id) < (${after.receivedAt}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return query.orderBy("mail_log.received_at", "desc").orderBy("mail_log.id", "desc").limit(limit).execute();
}

/** One entry of the mail log. */
export function selectLogEntry(tx: TenantTx, id: string): Promise<MailLogEntry | undefined> {
  return entries(tx).where("mail_log.id", "=", id).executeTakeFirst();
}

function entries(tx: TenantTx) {
  return tx
    .selectFrom("mail_log")
    .innerJoin("raw_mails", "raw_mails.id", "mail_log.raw_mail_id")
    .select([
      "mail_log.id",
      "mail_log.state",
      "mail_log.reason",
      "mail_log.envelope_from as envelopeFrom",
      "mail_log.envelope_to as envelopeTo",
      "mail_log.subject",
      "mail_log.from_email as fromEmail",
      "mail_log.sender_check as senderCheck",
      "mail_log.sender_check_reason as senderCheckReason",
      "raw_mails.size",
      "mail_log.ticket_id as ticketId",
      "mail_log.duplicate_of as duplicateOf",
      "mail_log.received_at as receivedAt",
      "mail_log.finished_at as finishedAt",
    ]);
}

/** What decides whether an entry may be processed again, locked. */
export function lockLogEntry(tx: TenantTx, id: string) {
  return tx
    .selectFrom("mail_log")
    .select(["id", "state", "message_id as messageId"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedEntry = NonNullable<Awaited<ReturnType<typeof lockLogEntry>>>;

/** Makes an entry wait for the intake again; `isReleased` when an admin lets it out of quarantine. */
export async function resetLogEntry(tx: TenantTx, id: string, isReleased: boolean): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set({
      state: "received",
      reason: null,
      fingerprint: null,
      ticket_id: null,
      message_id: null,
      duplicate_of: null,
      sender_check: null,
      sender_check_reason: null,
      attempts: 0,
      is_released: isReleased,
      queued_at: sql`clock_timestamp()`,
      finished_at: null,
    })
    .where("id", "=", id)
    .execute();
}

/** Where the raw bytes of an entry are. */
export function selectRawOfEntry(tx: TenantTx, id: string) {
  return tx
    .selectFrom("mail_log")
    .innerJoin("raw_mails", "raw_mails.id", "mail_log.raw_mail_id")
    .select(["raw_mails.id as rawMailId", "raw_mails.size"])
    .where("mail_log.id", "=", id)
    .executeTakeFirst();
}

/** Mail that has been waiting for so long that its job must have been lost. */
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

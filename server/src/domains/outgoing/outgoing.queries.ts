import type { Quota } from "@deskhand/contract/admin/sending";
import type { OutgoingKind } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { mostResends } from "./signed-address.ts";

export type NewOutgoingMail = {
  id: string;
  kind: OutgoingKind;
  /** The message that it carries; null for a mail about an account. */
  messageId: string | null;
  mailMessageId: string;
  to: string;
  details: object;
  /** What it counts as; null where it does not. */
  quota: Quota | null;
  /** Why it cannot be sent at all, if so. */
  error: string | null;
  /** When it was sent, or failed, if that is long ago: it is not to be sent. */
  at?: string;
};

/** Puts mails among those that go out, or have gone. */
export async function insertOutgoing(tx: TenantTx, mails: NewOutgoingMail[]): Promise<void> {
  await tx
    .insertInto("outgoing_mails")
    .values(
      mails.map(({ id, kind, messageId, mailMessageId, to, details, quota, error, at }) => ({
        ...{ id, kind, message_id: messageId, mail_message_id: mailMessageId, to_email: to },
        ...{ details: JSON.stringify(details), quota, last_error: error },
        state: error !== null ? ("failed" as const) : at ? ("sent" as const) : ("queued" as const),
        ...(at && { sent_at: error === null ? at : null, created_at: at, queued_at: at }),
      })),
    )
    .execute();
}

/**
 * Makes a mail that failed wait again, under its Message-ID and with its attempts so far, or fail anew where it cannot be
 * sent at all; undefined unless it has failed.
 */
export function requeueFailed(
  tx: TenantTx,
  messageId: string,
  { to, quota, error }: Pick<NewOutgoingMail, "to" | "quota" | "error">,
) {
  return tx
    .updateTable("outgoing_mails")
    .set({
      last_error: error,
      ...(error === null && {
        state: "queued" as const,
        // One that was never tried goes out for the first time.
        resends: sql<number>`case when attempts = 0 then resends else least(resends + 1, ${mostResends}::int) end`,
        queued_at: sql<string>`clock_timestamp()`,
        to_email: to,
        quota,
        // It is one more mail of whatever day it goes out.
        counted_on: null,
      }),
    })
    .where("message_id", "=", messageId)
    .where("state", "=", "failed")
    .returning(["id", "attempts"])
    .executeTakeFirst();
}

/** Makes a mail to somebody about an account, which failed, wait again; undefined unless it has failed. */
export function requeueAccountMail(tx: TenantTx, id: string) {
  return tx
    .updateTable("outgoing_mails")
    .set({ last_error: null, state: "queued", counted_on: null, queued_at: sql<string>`clock_timestamp()` })
    .where("id", "=", id)
    .where("message_id", "is", null)
    .where("state", "=", "failed")
    .returning(["id", "attempts"])
    .executeTakeFirst();
}

/** Counts an attempt at a waiting mail and gives back how many there were; undefined when it no longer waits. */
export async function countAttempt(tx: TenantTx, id: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("outgoing_mails")
    .set({ attempts: sql`attempts + 1` })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .returning("attempts")
    .executeTakeFirst();
  return row?.attempts;
}

function mails(tx: TenantTx) {
  return tx
    .selectFrom("outgoing_mails as mail")
    .select(["mail.id", "mail.state", "mail.resends", "mail.message_id as messageId"])
    .select((eb) =>
      eb
        .selectFrom("ticket_messages as message")
        .select("message.ticket_id")
        .whereRef("message.id", "=", "mail.message_id")
        .as("ticketId"),
    );
}
export type MailOnItsWay = Pick<LockedOutgoing, "id" | "messageId" | "ticketId">;

/** A mail, whoever is sending it. */
export function selectToShow(tx: TenantTx, id: string) {
  return wholeMails(tx)
    .select(["mail.created_at as createdAt", "mail.sent_at as sentAt"])
    .where("mail.id", "=", id)
    .executeTakeFirst();
}

function wholeMails(tx: TenantTx) {
  return mails(tx).select(["mail.kind", "mail.mail_message_id", "mail.to_email", "mail.details"]);
}

/** To whom a mail goes; undefined when there is no such mail. */
export async function selectRecipient(tx: TenantTx, id: string): Promise<string | undefined> {
  const mail = await tx.selectFrom("outgoing_mails").select("to_email").where("id", "=", id).executeTakeFirst();
  return mail?.to_email;
}

/** Locks a mail until the transaction ends; whoever else wants to send it waits and then sees what became of it. */
export function lockOutgoing(tx: TenantTx, id: string) {
  return wholeMails(tx).where("mail.id", "=", id).forUpdate().executeTakeFirst();
}
export type LockedOutgoing = NonNullable<Awaited<ReturnType<typeof lockOutgoing>>>;

/** Locks the mail of a message; without `mayWait` only when nobody else holds it. */
export function lockReply(tx: TenantTx, messageId: string, mayWait: boolean) {
  const mail = mails(tx).where("mail.message_id", "=", messageId).forUpdate();
  return (mayWait ? mail : mail.skipLocked()).executeTakeFirst();
}

/** Locks the mails that have waited longer than this many hours, though all their tries are over by then. */
export function lockStuck(tx: TenantTx, hours: number) {
  return mails(tx)
    .where("mail.state", "=", "queued")
    .where("mail.queued_at", "<", sql<string>`now() - make_interval(hours => ${hours})`)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Fails every mail that waits, or those of them alone that have a link into the desk. */
export async function failWaiting(tx: TenantTx, error: string, which: "all" | "with links" = "all"): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ state: "failed", last_error: error, next_try_at: null, held_until: null })
    .where("state", "=", "queued")
    .$if(which === "with links", (mails) => mails.where(sql<boolean>`details ? 'url'`))
    .execute();
}

/** What became of a mail: the next server has it, it failed for good, or this attempt did and another follows until then. */
export type Settled =
  | { state: "sent" }
  | { state: "failed"; error: string }
  | { state: "queued"; error: string; nextTryAt: Date };

/** Records what became of a mail; returns the ticket of the message that it carries, if any. */
export async function settle(tx: TenantTx, id: string, outcome: Settled): Promise<string | null> {
  const { state } = outcome;
  const row = await tx
    .updateTable("outgoing_mails")
    .set({
      state,
      sent_at: state === "sent" ? sql<string>`clock_timestamp()` : null,
      last_error: "error" in outcome ? outcome.error : null,
      next_try_at: "nextTryAt" in outcome ? outcome.nextTryAt.toISOString() : null,
    })
    .where("id", "=", id)
    .returning((eb) =>
      eb
        .selectFrom("ticket_messages as message")
        .select("message.ticket_id")
        .whereRef("message.id", "=", "outgoing_mails.message_id")
        .as("ticketId"),
    )
    .executeTakeFirst();
  return row?.ticketId ?? null;
}

/** Locks a ticket's mails; false when somebody else holds one of them. */
export async function lockOutgoingOf(tx: TenantTx, ticketId: string): Promise<boolean> {
  const mails = tx
    .selectFrom("outgoing_mails")
    .select("outgoing_mails.id")
    .where("message_id", "in", (eb) =>
      eb.selectFrom("ticket_messages").select("ticket_messages.id").where("ticket_id", "=", ticketId),
    );
  const all = await mails.execute();
  return (await mails.forUpdate().skipLocked().execute()).length >= all.length;
}

/** The message that a mail carries. */
export function selectCarried(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_messages")
    .select(["ticket_id", "content", "author_name", "created_at"])
    .where("id", "=", messageId)
    .executeTakeFirst();
}

/** The files that go with a message's mail, in the order they were attached. */
export function selectAttachedFiles(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["file_id as id", "file_size as size", "filename", "content_type as contentType"])
    .where("message_id", "=", messageId)
    .orderBy("ticket_attachments.created_at")
    .orderBy("ticket_attachments.id")
    .execute();
}

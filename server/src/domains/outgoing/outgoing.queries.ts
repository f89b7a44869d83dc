import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { mostResends } from "./signed-address.ts";

export type NewOutgoingMail = {
  id: string;
  kind: "reply" | "confirmation" | "existing_account" | "password_changed";
  /** The message that it carries; null for a mail about an account. */
  messageId: string | null;
  mailMessageId: string;
  to: string;
  details: object;
  /** Why it cannot be sent at all, if so. */
  error: string | null;
};

/** Puts a mail among those that go out. */
export async function insertOutgoing(tx: TenantTx, mail: NewOutgoingMail): Promise<void> {
  await tx
    .insertInto("outgoing_mails")
    .values({ ...rowOf(mail), state: mail.error === null ? "queued" : "failed" })
    .execute();
}

function rowOf(mail: NewOutgoingMail) {
  return {
    id: mail.id,
    kind: mail.kind,
    message_id: mail.messageId,
    mail_message_id: mail.mailMessageId,
    to_email: mail.to,
    details: JSON.stringify(mail.details),
    last_error: mail.error,
  };
}

/**
 * Makes a mail that failed wait again, under its Message-ID and with its attempts so far, or fail anew where it cannot be
 * sent at all; undefined unless it has failed.
 */
export function requeueFailed(tx: TenantTx, messageId: string, { to, error }: Pick<NewOutgoingMail, "to" | "error">) {
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
      }),
    })
    .where("message_id", "=", messageId)
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

/** Locks a mail until the transaction ends; whoever else wants to send it waits and then sees what became of it. */
export function lockOutgoing(tx: TenantTx, id: string) {
  return mails(tx)
    .select(["mail.kind", "mail.mail_message_id", "mail.to_email", "mail.details"])
    .where("mail.id", "=", id)
    .forUpdate()
    .executeTakeFirst();
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

/** Records what became of a mail: the next server has it, it failed for good, or this attempt did. */
export async function settle(
  tx: TenantTx,
  id: string,
  outcome: { state: "sent" } | { state: "failed" | "queued"; error: string },
): Promise<void> {
  const { state } = outcome;
  await tx
    .updateTable("outgoing_mails")
    .set({
      state,
      sent_at: state === "sent" ? sql<string>`clock_timestamp()` : null,
      last_error: "error" in outcome ? outcome.error : null,
    })
    .where("id", "=", id)
    .execute();
}

function outgoingOf(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("outgoing_mails")
    .where("message_id", "in", (eb) =>
      eb.selectFrom("ticket_messages").select("ticket_messages.id").where("ticket_id", "=", ticketId),
    );
}

/** How many mails a ticket's messages went or are to go out as. */
export async function countOutgoingOf(tx: TenantTx, ticketId: string): Promise<number> {
  const { count } = await outgoingOf(tx, ticketId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks those of a ticket's mails that nobody else holds. */
export function lockFreeOutgoingOf(tx: TenantTx, ticketId: string) {
  return outgoingOf(tx, ticketId).select("outgoing_mails.id").forUpdate().skipLocked().execute();
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
    .select(["file_id", "filename", "file_size", "content_type"])
    .where("message_id", "=", messageId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The tenant's e-mail settings as saved; undefined when none were. */
export function selectEmailSettings(tx: TenantTx) {
  return tx
    .selectFrom("email_settings")
    .select(["sender_name", "sender_email", "primary_color", "secondary_color", "signature_html", "logo_url"])
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Adds mails as they ended; nothing is sent. */
export async function insertEnded(tx: TenantTx, mails: (NewOutgoingMail & { at: string })[]): Promise<void> {
  await tx
    .insertInto("outgoing_mails")
    .values(
      mails.map((mail) => ({
        ...rowOf(mail),
        state: mail.error === null ? ("sent" as const) : ("failed" as const),
        sent_at: mail.error === null ? mail.at : null,
        created_at: mail.at,
        queued_at: mail.at,
      })),
    )
    .execute();
}

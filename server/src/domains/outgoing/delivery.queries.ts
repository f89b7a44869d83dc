import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { AccountDetails, AccountMailKind, ReplyDetails } from "./outgoing-details.ts";
import { mostResends } from "./signed-address.ts";

export type NewOutgoingMail = { id: string; mailMessageId: string; to: string } & (
  | { kind: "reply"; messageId: string; details: ReplyDetails }
  | { kind: AccountMailKind; messageId: null; details: AccountDetails }
);

/** An agent's reply with what its mail needs of its ticket and customer. */
export function selectReply(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_messages as m")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "m.client_id").onRef("t.id", "=", "m.ticket_id"),
    )
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select(["m.id", "m.ticket_id", "m.content", "m.author_name", "m.delivery_state", "t.subject", "t.ticket_number"])
    .select(["c.email as customer_email", "c.name as customer_name"])
    .where("m.id", "=", messageId)
    .where("m.message_type", "=", "email")
    .where("m.is_from_customer", "=", false)
    .executeTakeFirst();
}

/** The customer's newest mail on a ticket that a person wrote: the one an agent answers. */
export function selectAnswered(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("ticket_messages")
    .select(["id", "mail_message_id"])
    .where("ticket_id", "=", ticketId)
    .where("message_type", "=", "email")
    .where("is_from_customer", "=", true)
    .where("is_automatic", "=", false)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A message as it is quoted below a reply. */
export function selectQuoted(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_messages")
    .select(["content", "author_name", "created_at"])
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

/** The Message-IDs of a ticket's mails but one, oldest first: the first and the newest 30. */
export async function selectMailIds(tx: TenantTx, ticketId: string, exceptMessageId: string): Promise<string[]> {
  const { rows } = await sql<{ mail_message_id: string }>`
    with mails as (
      select id, created_at, mail_message_id from ticket_messages
      where ticket_id = ${ticketId} and message_type = 'email' and mail_message_id is not null and id <> ${exceptMessageId})
    select mail_message_id from (
      (select * from mails order by created_at, id limit 1) union
      (select * from mails order by created_at desc, id desc limit 30)) as kept
    order by created_at, id`.execute(tx);
  return rows.map((row) => row.mail_message_id);
}

/** Puts a mail among those that go out. */
export async function insertOutgoing(tx: TenantTx, mail: NewOutgoingMail): Promise<void> {
  await tx
    .insertInto("outgoing_mails")
    .values({
      id: mail.id,
      kind: mail.kind,
      message_id: mail.messageId,
      mail_message_id: mail.mailMessageId,
      to_email: mail.to,
      details: JSON.stringify(mail.details),
    })
    .execute();
}

/**
 * The mail of a message, if it ever had one. Not locked: a delivery under way holds its mail and then wants the message,
 * which whoever tries again holds already.
 */
export function selectOutgoingOf(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("outgoing_mails")
    .select(["id", "state", "attempts", "resends"])
    .where("message_id", "=", messageId)
    .executeTakeFirst();
}

/** Makes a mail wait again, under its Message-ID and with its attempts so far, to another address where one is given. */
export async function requeueOutgoing(tx: TenantTx, id: string, to: string | null): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({
      state: "queued",
      resends: sql`least(resends + 1, ${mostResends}::int)`,
      queued_at: sql`clock_timestamp()`,
      sent_at: null,
      last_error: null,
      ...(to ? { to_email: to } : {}),
    })
    .where("id", "=", id)
    .execute();
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

/** Locks a mail until the transaction ends; whoever else wants to send it waits and then sees what became of it. */
export function lockOutgoing(tx: TenantTx, id: string) {
  return tx
    .selectFrom("outgoing_mails")
    .select(["id", "kind", "message_id", "mail_message_id", "to_email", "details", "state", "resends"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedOutgoing = NonNullable<Awaited<ReturnType<typeof lockOutgoing>>>;

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

/** Mails that have waited longer than this many hours, though all their tries are over by then. */
export function selectStuck(tx: TenantTx, hours: number) {
  return tx
    .selectFrom("outgoing_mails")
    .select(["id", "message_id"])
    .where("state", "=", "queued")
    .where("queued_at", "<", sql<string>`now() - make_interval(hours => ${hours})`)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Records that the next server has accepted a mail. */
export async function markSent(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ state: "sent", sent_at: sql`clock_timestamp()`, last_error: null })
    .where("id", "=", id)
    .execute();
}

/** Records why an attempt failed, and whether it was the last. */
export async function markAttemptFailed(tx: TenantTx, id: string, error: string, isFinal: boolean): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ last_error: error, ...(isFinal ? { state: "failed" as const } : {}) })
    .where("id", "=", id)
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

import type { Quota } from "@deskhand/contract/admin/sending";
import type { OutgoingKind } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { messages } from "./asked.queries.ts";
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
        id,
        kind,
        message_id: messageId,
        mail_message_id: mailMessageId,
        to_email: to,
        details: JSON.stringify(details),
        quota,
        last_error: error,
        state: error !== null ? ("failed" as const) : at ? ("sent" as const) : ("queued" as const),
        ...(at && { sent_at: error === null ? at : null, created_at: at, queued_at: at }),
      })),
    )
    .execute();
}

/** The mails of a message that failed, in the order of its recipients, each with the customer that it goes to, where it is one. */
export function selectFailed(tx: TenantTx, messageId: string) {
  return (
    tx
      .selectFrom("outgoing_mails")
      .select(["id", "to_email as to"])
      .select(
        sql<
          string[]
        >`array(select other.to_email from outgoing_mails other where other.message_id = outgoing_mails.message_id)`.as(
          "everybody",
        ),
      )
      // Of somebody without an address who was joined since, whoever they are now.
      .select(
        sql<string | null>`coalesce((select j.into_id::text from customer_joins j
        where to_email = '' and j.id::text = details ->> 'customerId'), details ->> 'customerId')`.as("customerId"),
      )
      .where("message_id", "=", messageId)
      .where("state", "=", "failed")
      .orderBy(sql`coalesce((details ->> 'place')::int, 0)`)
      .execute()
  );
}

/** All its tries are still to come, and the first one at once. */
const anew = { tries: 0, break_offs: 0, next_try_at: null };

/**
 * Makes a mail that failed wait again, under its Message-ID and with its attempts so far, or fail anew where it cannot be
 * sent at all; undefined unless it has failed.
 */
export function requeueFailed(
  tx: TenantTx,
  id: string,
  { to, quota, error }: Pick<NewOutgoingMail, "to" | "quota" | "error">,
) {
  return tx
    .updateTable("outgoing_mails")
    .set({
      last_error: error,
      ...(error === null && {
        state: "queued" as const,
        // One that was never tried goes out for the first time.
        resends: sql<number>`case when attempts + break_offs = 0 then resends else least(resends + 1, ${mostResends}::int) end`,
        ...anew,
        queued_at: sql<string>`clock_timestamp()`,
        to_email: to,
        quota,
        // It is one more mail of whatever day it goes out.
        counted_on: null,
      }),
    })
    .where("id", "=", id)
    .where("state", "=", "failed")
    .returning("id")
    .executeTakeFirst();
}

/** Makes a mail to somebody about an account, which failed, wait again; undefined unless it has failed. */
export function requeueAccountMail(tx: TenantTx, id: string) {
  return tx
    .updateTable("outgoing_mails")
    .set({ last_error: null, state: "queued", counted_on: null, queued_at: sql<string>`clock_timestamp()` })
    .set(anew)
    .where("id", "=", id)
    .where("message_id", "is", null)
    .where("state", "=", "failed")
    .returning("id")
    .executeTakeFirst();
}

/** Mails, and the ticket of the message that each carries. */
export function mails(tx: TenantTx) {
  return tx
    .selectFrom("outgoing_mails as mail")
    .select(["mail.id", "mail.state", "mail.resends", "mail.message_id as messageId"])
    .select(messages.answer.ticketOf(sql.ref("mail.message_id")).as("ticketId"));
}
export type MailOnItsWay = Pick<LockedOutgoing, "id" | "messageId" | "ticketId">;

/** A mail, whoever is sending it. */
export function selectToShow(tx: TenantTx, id: string) {
  return wholeMails(tx)
    .select(["mail.created_at as createdAt", "mail.sent_at as sentAt"])
    .where("mail.id", "=", id)
    .executeTakeFirst();
}

/** Mails with all that they are made of. */
export function wholeMails(tx: TenantTx) {
  return mails(tx).select(["mail.kind", "mail.mail_message_id", "mail.to_email", "mail.details"]);
}

/** Locks a mail until the transaction ends; whoever else wants to send it waits and then sees what became of it. */
export function lockOutgoing(tx: TenantTx, id: string) {
  return wholeMails(tx).where("mail.id", "=", id).forUpdate().executeTakeFirst();
}
export type LockedOutgoing = NonNullable<Awaited<ReturnType<typeof lockOutgoing>>>;

/** The mails of a message, in the order of its recipients. */
export function selectMailsOf(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("outgoing_mails")
    .select(["id", "to_email as to"])
    .select(sql<number>`coalesce((details ->> 'place')::int, 0)`.as("place"))
    .where("message_id", "=", messageId)
    .orderBy("place")
    .execute();
}

/** Locks a mail of a message; without `mayWait` only when nobody else holds it. */
export function lockReply(tx: TenantTx, id: string, mayWait: boolean) {
  const mail = mails(tx).where("mail.id", "=", id).forUpdate();
  return (mayWait ? mail : mail.skipLocked()).executeTakeFirst();
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

/** Locks a ticket's mails; false when somebody else holds one of them. */
export async function lockOutgoingOf(tx: TenantTx, ticketId: string): Promise<boolean> {
  const mails = tx
    .selectFrom("outgoing_mails")
    .select("outgoing_mails.id")
    .where(sql<boolean>`message_id in ${messages.answer.ofTicket(ticketId)}`);
  const all = await mails.execute();
  return (await mails.forUpdate().skipLocked().execute()).length >= all.length;
}

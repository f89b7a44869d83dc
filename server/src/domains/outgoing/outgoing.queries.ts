import type { Quota } from "@deskhand/contract/admin/sending";
import type { OutgoingKind, ProductMailKind } from "@deskhand/contract/mail/mail-kinds";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { writtenAs } from "../customers/index.ts";
import { messages } from "./asked.queries.ts";
import { maxResends } from "./signed-address.ts";

export type NewOutgoingMail = {
  id: string;
  kind: OutgoingKind;
  /** Null for a mail about an account. */
  messageId: string | null;
  mailMessageId: string;
  to: string;
  details: object;
  /** Null if it does not count. */
  quota: Quota | null;
  /** Why it cannot be sent at all; null if it can. */
  error: string | null;
  /** For an imported mail, when it was sent or failed; it is not sent again. */
  at?: string;
};

/** Inserts mails that are to be sent, failed, or were imported. */
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

/** Selects a message's failed mails in the order of its recipients, each with its customer, if the recipient is one. */
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
      // A customer without an address may have been joined to another one since.
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

/** Resets the tries, with the first one due at once, and forgets a bounce. */
const resetTries = { tries: 0, break_offs: 0, next_try_at: null, bounced_at: null };

/**
 * Queues a failed mail again with its Message-ID and attempts, or stores a new error if it cannot be sent at all; undefined unless it had
 * failed.
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
        // A mail that was never tried is not resent.
        resends: sql<number>`case when attempts + break_offs = 0 then resends else least(resends + 1, ${maxResends}::int) end`,
        ...resetTries,
        queued_at: sql<string>`clock_timestamp()`,
        to_email: to,
        quota,
        // It counts again, on the day on which it is sent.
        counted_on: null,
      }),
    })
    .where("id", "=", id)
    .where("state", "=", "failed")
    .returning("id")
    .executeTakeFirst();
}

/** Queues a failed mail about an account again; undefined unless it had failed. */
export function requeueAccountMail(tx: TenantTx, id: string) {
  return tx
    .updateTable("outgoing_mails")
    .set({ last_error: null, state: "queued", counted_on: null, queued_at: sql<string>`clock_timestamp()` })
    .set(resetTries)
    .where("id", "=", id)
    .where("message_id", "is", null)
    .where("state", "=", "failed")
    .returning("id")
    .executeTakeFirst();
}

/** Selects mails with the tickets of their messages. */
export function mails(tx: TenantTx) {
  return tx
    .selectFrom("outgoing_mails as mail")
    .select(["mail.id", "mail.state", "mail.resends", "mail.message_id as messageId"])
    .select(messages.answer.ticketOf(sql.ref("mail.message_id")).as("ticketId"));
}
export type MailOnItsWay = Pick<LockedOutgoing, "id" | "messageId" | "ticketId">;

/** Selects a mail without locking it. */
export function selectToShow(tx: TenantTx, id: string) {
  return wholeMails(tx)
    .select(["mail.created_at as createdAt", "mail.sent_at as sentAt"])
    .where("mail.id", "=", id)
    .executeTakeFirst();
}

/** Selects mails with everything that composing needs. */
export function wholeMails(tx: TenantTx) {
  return mails(tx)
    .select(["mail.kind", "mail.mail_message_id", "mail.to_email", "mail.details"])
    .select(writtenAs("mail.to_email").as("toWritten"));
}

/** Locks a mail until the transaction ends; another sender waits and then sees its result. */
export function lockOutgoing(tx: TenantTx, id: string) {
  return wholeMails(tx).where("mail.id", "=", id).forUpdate().executeTakeFirst();
}
export type LockedOutgoing = NonNullable<Awaited<ReturnType<typeof lockOutgoing>>>;

/** Selects a message's mails, in the order of its recipients. */
export function selectMailsOf(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("outgoing_mails")
    .select(["id", "to_email as to"])
    .select(sql<number>`coalesce((details ->> 'place')::int, 0)`.as("place"))
    .where("message_id", "=", messageId)
    .orderBy("place")
    .execute();
}

/** Locks a message's mail; without `mayWait` only if nobody else has it. */
export function lockReply(tx: TenantTx, id: string, mayWait: boolean) {
  const mail = mails(tx).where("mail.id", "=", id).forUpdate();
  return (mayWait ? mail : mail.skipLocked()).executeTakeFirst();
}

/** Fails all queued mails, or only those with a link into the desk. */
export async function failWaiting(tx: TenantTx, error: string, which: "all" | "with links" = "all"): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ state: "failed", last_error: error, next_try_at: null, held_until: null })
    .where("state", "=", "queued")
    .$if(which === "with links", (mails) => mails.where(sql<boolean>`details ? 'url'`))
    .execute();
}

/** Locks a ticket's mails; returns false if somebody else has one of them. */
export async function lockOutgoingOf(tx: TenantTx, ticketId: string): Promise<boolean> {
  const mails = tx
    .selectFrom("outgoing_mails")
    .select("outgoing_mails.id")
    .where(sql<boolean>`message_id in ${messages.answer.ofTicket(ticketId)}`);
  const all = await mails.execute();
  return (await mails.forUpdate().skipLocked().execute()).length >= all.length;
}

/** Deletes productMails of a kind that wait for anybody else than these; one that is being sent is left. */
export async function deleteWaitingProductMails(
  tx: TenantTx,
  kind: ProductMailKind,
  readers: readonly string[],
): Promise<void> {
  const waiting = tx
    .selectFrom("outgoing_mails")
    .select("id")
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .where(sql<boolean>`to_email <> all (${readers}::text[])`)
    .forUpdate()
    .skipLocked();
  await tx.deleteFrom("outgoing_mails").where("id", "in", waiting).execute();
}

import { type Expression, expressionBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Database } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { SenderVerdict } from "../authenticate/sender-verdict.ts";

/** What a mail says about itself and the conversation it belongs to; addresses are in lower case, ids without brackets. */
export type MailClues = {
  /** Its entry of the log. */
  id: string;
  fingerprint: string;
  /** The address in From, and what is known of it. */
  sender: string | null;
  check: SenderVerdict["check"];
  /** Who is proven to have written it. */
  author: string | null;
  /** Our messages whose signed Message-ID it names. */
  messages: string[];
  /** The other Message-IDs that it names. */
  references: string[];
  ownId: string | null;
  /** Numbers of the tickets that its subject names. */
  numbers: number[];
};

/** What the store knows of a mail. */
export type KnownOfMail = {
  /** The same mail, which was kept. */
  original: { id: string; ticketId: string | null } | null;
  /** How many mails with this From, and as much known of it, were let through in the last minutes. */
  fromSender: number;
  /** Whether older mail still waits, for a mail that itself came in the last seconds and may wait for it. */
  hasOlderWaiting: boolean;
  /** The tickets of the messages whose signed Message-ID it names. */
  signed: { messageId: string; ticketId: string }[];
  /** The stored mails that it names, the oldest first, and whether its author takes part in their ticket. */
  references: { mailMessageId: string; ticketId: string; takesPart: boolean; writer: string | null; at: string }[];
  labelled: { ticketNumber: number; ticketId: string; takesPart: boolean }[];
  /** Tickets on which its author named the mail itself, or one that it names too, the newest first. */
  named: { ticketId: string }[];
};

/** Written out in the statement, because the index is only of these. */
const kept = ["ticket_created", "reply_added", "auto_reply", "bounce"] as const;

/**
 * What the store knows of a mail, all in one statement, and so at one moment: older mail that does not wait any more has
 * its ticket then.
 */
export async function selectKnown(
  tx: TenantTx,
  clues: MailClues,
  { minutes, seconds, mayWait }: { minutes: number; seconds: number; mayWait: boolean },
): Promise<KnownOfMail> {
  const { id, fingerprint, sender, check, author, messages, references, ownId, numbers } = clues;
  const original = tx
    .selectFrom("mail_log")
    .select(["id", "ticket_id as ticketId"])
    .where("fingerprint", "=", fingerprint)
    .where(
      "state",
      "in",
      kept.map((state) => sql.lit(state)),
    );
  const fromSender = tx
    .selectFrom("mail_log")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("from_email", "=", sender)
    .where("sender_check", "=", check)
    .where("received_at", ">", sql<string>`now() - make_interval(mins => ${minutes})`)
    .where("state", "in", ["ticket_created", "reply_added"]);
  const olderWaiting = tx
    .selectFrom("mail_log as self")
    .innerJoin("mail_log as older", (join) => join.onRef("older.received_at", "<", "self.received_at"))
    .select("older.id")
    .where("self.id", "=", id)
    .where("self.received_at", ">", sql<string>`now() - make_interval(secs => ${seconds})`)
    .where("older.state", "=", "received");
  const signed = tx
    .selectFrom("ticket_messages as m")
    .select(["m.id as messageId", "m.ticket_id as ticketId"])
    .where("m.id", "=", sql<string>`any(${messages}::uuid[])`);
  const named = tx
    .selectFrom("named_mails as n")
    .select("n.ticket_id as ticketId")
    .distinct()
    .where("n.author_email", "=", author)
    .where("n.mail_message_id", "=", sql<string>`any(${[...references, ...(ownId ? [ownId] : [])]}::text[])`)
    .orderBy("n.ticket_id", "desc")
    .limit(20);
  const { hasOlderWaiting, ...known } = await tx
    .selectNoFrom((eb) => [
      jsonObjectFrom(original).as("original"),
      eb.fn.coalesce(fromSender, sql.lit(0)).as("fromSender"),
      (mayWait ? eb.exists(olderWaiting) : eb.lit(false)).as("hasOlderWaiting"),
      jsonArrayFrom(signed).as("signed"),
      jsonArrayFrom(referencedMails(tx, references, author)).as("references"),
      jsonArrayFrom(labelledTickets(tx, numbers, author)).as("labelled"),
      jsonArrayFrom(named).as("named"),
    ])
    .executeTakeFirstOrThrow();
  return { ...known, hasOlderWaiting: Boolean(hasOlderWaiting) };
}

function referencedMails(tx: TenantTx, references: string[], author: string | null) {
  return tx
    .selectFrom("ticket_messages as m")
    .select(["m.ticket_id as ticketId", "m.author_email as writer", "m.created_at as at"])
    .select(sql<string>`m.mail_message_id`.as("mailMessageId"))
    .select(({ ref }) => takesPart(tx, ref("m.ticket_id"), author).as("takesPart"))
    .where("m.mail_message_id", "=", sql<string>`any(${references}::text[])`)
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(100);
}

function labelledTickets(tx: TenantTx, numbers: number[], author: string | null) {
  return tx
    .selectFrom("support_tickets as t")
    .select(["t.id as ticketId", "t.ticket_number as ticketNumber"])
    .select(({ ref }) => takesPart(tx, ref("t.id"), author).as("takesPart"))
    .where("t.ticket_number", "=", sql<number>`any(${numbers}::integer[])`);
}

/** As a ticket's customer, or by a mail there that proved who wrote it (docs/product.md#what-puts-a-mail-on-a-ticket). */
function takesPart(tx: TenantTx, ticketId: Expression<string>, author: string | null) {
  const { exists, or } = expressionBuilder<Database>();
  const isCustomer = tx
    .selectFrom("support_tickets as own")
    .innerJoin("customers as c", "c.id", "own.customer_id")
    .select("own.id")
    .where("own.id", "=", ticketId)
    .where("c.email", "=", author);
  const hasWritten = tx
    .selectFrom("mail_log as l")
    .select("l.id")
    .where("l.ticket_id", "=", ticketId)
    .where("l.from_email", "=", author)
    .where("l.takes_part", "=", true)
    .where("l.state", "in", ["ticket_created", "reply_added"]);
  return or([exists(isCustomer), exists(hasWritten)]).$castTo<boolean>();
}

/** Keeps that a ticket's mails name others that are not here, and whose mails they are. */
export async function insertNamedMails(
  tx: TenantTx,
  ticketId: string,
  email: string,
  mailMessageIds: string[],
): Promise<void> {
  if (mailMessageIds.length === 0) return;
  await tx
    .insertInto("named_mails")
    .values(mailMessageIds.map((id) => ({ mail_message_id: id, author_email: email, ticket_id: ticketId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

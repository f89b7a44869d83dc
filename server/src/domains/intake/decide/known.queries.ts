import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import { blocks } from "../block/blocked.queries.ts";
import { shareOf } from "../hold/held.queries.ts";

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
  /** What may stand in the list of blocked senders for who wrote it. */
  names: string[];
  /** And in that of those who bring many people's mail, for the address in From. */
  senderNames: string[];
};

/** A stored mail that another names; `isWidelyKnown` where somebody else named it before, or it went to many. */
type ReferredMail = {
  mailMessageId: string;
  ticketId: string;
  /** The tickets that it was taken out of, to one of its own. */
  movedFrom: string[];
  takesPart: boolean;
  isWidelyKnown: boolean;
  writer: string | null;
  at: string;
};

/** What the store knows of a mail. Tickets are those that something came by, also where they were merged into others since. */
export type KnownOfMail = {
  /** The same mail, which was kept. */
  original: { id: string; ticketId: string | null; cameBy: string | null; isDeleted: boolean } | null;
  /** How many mails with this From, and as much known of it, were let through in the last minutes. */
  fromSender: number;
  /** How many admins let that address bring, where they named it. */
  ofShared: number | null;
  /** Whether somebody who wrote it is blocked. */
  isBlocked: boolean;
  /** Whether older mail still waits that it may answer, for a mail that itself came in the last seconds and may wait for it. */
  hasOlderWaiting: boolean;
  /** The tickets of the messages whose signed Message-ID it names. */
  signed: { messageId: string; ticketId: string }[];
  /** The stored mails that it names, the oldest first, and whether its author takes part in their ticket. */
  references: ReferredMail[];
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
  { minutes, seconds, mayWait, mayYield }: { minutes: number; seconds: number; mayWait: boolean; mayYield: boolean },
): Promise<KnownOfMail> {
  const { id, fingerprint, sender, check, author, messages, references, ownId, numbers, names, senderNames } = clues;
  const original = tx
    .selectFrom("mail_log")
    .select(["id", "ticket_id as ticketId", "merged_from_id as cameBy"])
    .select(sql<boolean>`raw_removed is not distinct from 'deleted'`.as("isDeleted"))
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
    .where("state", "in", ["ticket_created", "reply_added"])
    // What an admin let out is their word.
    .where("is_released", "=", false);
  const olderWaiting = tx
    .selectFrom("mail_log as self")
    .innerJoin("mail_log as older", (join) => join.onRef("older.received_at", "<", "self.received_at"))
    .select("older.id")
    .where("self.id", "=", id)
    .where("self.received_at", ">", sql<string>`now() - make_interval(secs => ${seconds})`)
    // Written out, as the index of what waits has it: a plan for any state would read the whole log.
    .where(sql<boolean>`older.state = 'received'`)
    // What waits for its sender alone was read: it is the one that is named, or none of this mail's concern.
    .where(
      sql<boolean>`(older.mail_message_id = any(${references}::text[])
        or (${mayYield}::boolean and older.waits_for is distinct from 'sender'))`,
    );
  const signed = tx
    .selectFrom("ticket_messages as m")
    .select(["m.id as messageId", cameBy.as("ticketId")])
    .where("m.id", "=", sql<string>`any(${messages}::uuid[])`);
  const named = tx
    .selectFrom("named_mails as n")
    .select("n.ticket_id as ticketId")
    .distinct()
    .where("n.author_email", "=", author)
    .where("n.mail_message_id", "=", sql<string>`any(${[...references, ...(ownId ? [ownId] : [])]}::text[])`)
    .orderBy("n.ticket_id", "desc")
    .limit(20);
  const known = await tx
    .selectNoFrom((eb) => [
      jsonObjectFrom(original).as("original"),
      eb.fn.coalesce(fromSender, sql.lit(0)).as("fromSender"),
      shareOf(tx, senderNames).as("ofShared"),
      jsonArrayFrom(named).as("named"),
    ])
    // What it does not name need not be planned for.
    .$if(mayWait, (query) => query.select(({ exists }) => exists(olderWaiting).as("hasOlderWaiting")))
    .$if(names.length > 0, (query) =>
      query.select(({ exists }) => exists(blocks(tx, names).select("id")).as("isBlocked")),
    )
    .$if(messages.length > 0, (query) => query.select(jsonArrayFrom(signed).as("signed")))
    .$if(references.length > 0, (query) =>
      query.select(jsonArrayFrom(referencedMails(tx, references, author)).as("references")),
    )
    .$if(numbers.length > 0, (query) =>
      query.select(jsonArrayFrom(labelledTickets(tx, numbers, author)).as("labelled")),
    )
    .executeTakeFirstOrThrow();
  const nothing = { signed: [], references: [], labelled: [] };
  const told = { hasOlderWaiting: Boolean(known.hasOlderWaiting), isBlocked: Boolean(known.isBlocked) };
  return { ...nothing, ...known, ...told };
}

/** The ticket that a message `m` came by: its own, or one that was merged into that. */
const cameBy = sql<string>`coalesce(m.merged_from_id, m.ticket_id)`;

function referencedMails(tx: TenantTx, references: string[], author: string | null) {
  return tx
    .selectFrom("ticket_messages as m")
    .innerJoin("support_tickets as t", "t.id", "m.ticket_id")
    .select([cameBy.as("ticketId"), "m.author_email as writer", "m.created_at as at"])
    .select(
      sql<string[]>`array(select unnest(array_remove(array[v.from_ticket_id, v.merged_from_id], null))
        from message_moves v where v.message_id = m.id)`.as("movedFrom"),
    )
    .select(sql<string>`m.mail_message_id`.as("mailMessageId"))
    .select(takesPart(tx, author).as("takesPart"))
    .select(({ exists, selectFrom }) => {
      const others = selectFrom("named_mails as n")
        .select("n.ticket_id")
        .whereRef("n.mail_message_id", "=", "m.mail_message_id")
        .whereRef("n.author_email", "is distinct from", "m.author_email");
      return exists(others).$castTo<boolean>().as("isWidelyKnown");
    })
    .where("m.mail_message_id", "=", sql<string>`any(${references}::text[])`)
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(100);
}

function labelledTickets(tx: TenantTx, numbers: number[], author: string | null) {
  return (
    tx
      .selectFrom("support_tickets as n")
      // Who takes part is asked of the ticket on which its conversation goes on.
      .innerJoin("support_tickets as t", (join) =>
        join.on(sql<boolean>`t.id = case when n.merged_into_id is null then n.id else ticket_root(n.id) end`),
      )
      .select(["n.id as ticketId", "n.ticket_number as ticketNumber"])
      .select(takesPart(tx, author).as("takesPart"))
      .where("n.ticket_number", "=", sql<number>`any(${numbers}::integer[])`)
  );
}

/**
 * Of a ticket `t`: as its customer, by any of their addresses, or by a mail there that proved who wrote it
 * (docs/product.md#what-puts-a-mail-on-a-ticket).
 */
function takesPart(tx: TenantTx, author: string | null) {
  // Without `exists` the database has one way to do it, and plans it in half the time.
  const hasWritten = tx
    .selectFrom("mail_log as l")
    .select(sql<boolean>`true`.as("found"))
    .where("l.ticket_id", "=", sql<string>`t.id`)
    .where("l.from_email", "=", author)
    .where("l.takes_part", "=", true)
    .where("l.state", "in", ["ticket_created", "reply_added"])
    .limit(1);
  return sql<boolean>`coalesce(t.customer_id = customer_with(${author}), false) or coalesce((${hasWritten}), false)`;
}

/** A Message-ID that was named, and by whom; `anybody` where the mail went to many. */
export type NamedMail = { mailMessageId: string; author: string };
export const anybody = "";

/** Keeps which mails a ticket's mails name that are not here, or that went to many. */
export async function insertNamedMails(tx: TenantTx, ticketId: string, mails: NamedMail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx
    .insertInto("named_mails")
    .values(
      mails.map(({ mailMessageId, author }) => ({
        mail_message_id: mailMessageId,
        author_email: author,
        ticket_id: ticketId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

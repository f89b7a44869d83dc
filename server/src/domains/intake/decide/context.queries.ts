import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { isSpelled } from "../../customers/index.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import { blocksMatching } from "../block/blocked.queries.ts";
import { sharedLimitOf } from "../hold/held.queries.ts";

/** What a mail says about itself and its conversation; addresses are in lower case, ids without brackets. */
export type MailClues = {
  /** The id of its log entry. */
  id: string;
  fingerprint: string;
  /** The address in From, and the result of checking it. */
  sender: string | null;
  check: SenderVerdict["check"];
  /** The proven author. */
  author: string | null;
  /** Our messages whose signed Message-IDs it names. */
  messages: string[];
  /** The other Message-IDs that it names. */
  references: string[];
  ownId: string | null;
  /** The ticket numbers in its subject. */
  numbers: number[];
  /** The names under which its writers may be on the list of blocked senders. */
  names: string[];
  /** The names under which the address in From may be on the list of shared senders. */
  senderNames: string[];
  /** The addresses that its writers give as theirs. */
  addresses: string[];
};

/** A stored mail that another mail names. `isWidelyKnown` says that others named it before, or that it went to many. */
type ReferredMail = {
  mailMessageId: string;
  ticketId: string;
  /** The tickets that it was moved out of. */
  movedFrom: string[];
  takesPart: boolean;
  isWidelyKnown: boolean;
  writer: string | null;
  at: string;
};

/** What the store knows of a mail. Tickets are those that messages came to, even if they were merged since. */
export type MailContext = {
  /** The accepted mail that this one is a copy of. */
  original: { id: string; ticketId: string | null; cameBy: string | null; isDeleted: boolean } | null;
  /** How many mails with the same From and check were accepted in the last minutes. */
  fromSender: number;
  /** The limit that admins set for that address as a shared sender. */
  ofShared: number | null;
  /** Whether one of its writers is blocked. */
  isBlocked: boolean;
  /** Whether one of its writers' addresses is known in another spelling than in lower case. */
  isSpelled: boolean;
  /** Whether older mail still waits that it may answer; only for a mail of the last seconds that may wait. */
  hasOlderWaiting: boolean;
  /** The tickets of the messages whose signed Message-IDs it names. */
  signed: { messageId: string; ticketId: string }[];
  /** The stored mails that it names, the oldest first, and whether its author takes part in their tickets. */
  references: ReferredMail[];
  labelled: { ticketNumber: number; ticketId: string; takesPart: boolean }[];
  /** Tickets on which its author named this mail, or one that it names too, the newest first. */
  named: { ticketId: string }[];
};

/** Literals in the statement, because the index covers only these states. */
const storedStates = ["ticket_created", "reply_added", "auto_reply", "bounce"] as const;

/**
 * Returns what the store knows of a mail. One statement reads it all at one moment: an older mail that no longer waits then has
 * its ticket.
 */
export async function selectMailContext(
  tx: TenantTx,
  clues: MailClues,
  { minutes, seconds, mayWait, mayYield }: { minutes: number; seconds: number; mayWait: boolean; mayYield: boolean },
): Promise<MailContext> {
  const {
    id,
    fingerprint,
    sender,
    check,
    author,
    messages,
    references,
    ownId,
    numbers,
    names,
    senderNames,
    addresses,
  } = clues;
  const original = tx
    .selectFrom("mail_log")
    .select(["id", "ticket_id as ticketId", "merged_from_id as cameBy"])
    .select(sql<boolean>`raw_removed is not distinct from 'deleted'`.as("isDeleted"))
    .where("fingerprint", "=", fingerprint)
    .where(
      "state",
      "in",
      storedStates.map((state) => sql.lit(state)),
    );
  const fromSender = tx
    .selectFrom("mail_log")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("from_email", "=", sender)
    .where("sender_check", "=", check)
    .where("received_at", ">", sql<string>`now() - make_interval(mins => ${minutes})`)
    .where("state", "in", ["ticket_created", "reply_added"])
    // A release is an admin's decision and does not count.
    .where("is_released", "=", false);
  const olderWaiting = tx
    .selectFrom("mail_log as self")
    .innerJoin("mail_log as older", (join) => join.onRef("older.received_at", "<", "self.received_at"))
    .select("older.id")
    .where("self.id", "=", id)
    .where("self.received_at", ">", sql<string>`now() - make_interval(secs => ${seconds})`)
    // A literal, because the index covers only this state; otherwise the plan would read the whole log.
    .where(sql<boolean>`older.state = 'received'`)
    // Mail that waits only for its sender's check has been read, so it matters only if it is named.
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
  const row = await tx
    .selectNoFrom((eb) => [
      jsonObjectFrom(original).as("original"),
      eb.fn.coalesce(fromSender, sql.lit(0)).as("fromSender"),
      sharedLimitOf(tx, senderNames).as("ofShared"),
      jsonArrayFrom(named).as("named"),
    ])
    // Each part is planned only if needed.
    .$if(mayWait, (query) => query.select(({ exists }) => exists(olderWaiting).as("hasOlderWaiting")))
    .$if(addresses.length > 0, (query) => query.select(isSpelled(addresses).as("isSpelled")))
    .$if(names.length > 0, (query) =>
      query.select(({ exists }) => exists(blocksMatching(tx, names).select("id")).as("isBlocked")),
    )
    .$if(messages.length > 0, (query) => query.select(jsonArrayFrom(signed).as("signed")))
    .$if(references.length > 0, (query) =>
      query.select(jsonArrayFrom(referencedMails(tx, references, author)).as("references")),
    )
    .$if(numbers.length > 0, (query) =>
      query.select(jsonArrayFrom(labelledTickets(tx, numbers, author)).as("labelled")),
    )
    .executeTakeFirstOrThrow();
  const defaults = { signed: [], references: [], labelled: [] };
  const flags = {
    hasOlderWaiting: Boolean(row.hasOlderWaiting),
    isBlocked: Boolean(row.isBlocked),
    isSpelled: Boolean(row.isSpelled),
  };
  return { ...defaults, ...row, ...flags };
}

/** The ticket that a message `m` came to: its own, or one that was merged into it. */
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
      // Taking part is judged on the ticket where the conversation continues.
      .innerJoin("support_tickets as t", (join) =>
        join.on(sql<boolean>`t.id = case when n.merged_into_id is null then n.id else ticket_root(n.id) end`),
      )
      .select(["n.id as ticketId", "n.ticket_number as ticketNumber"])
      .select(takesPart(tx, author).as("takesPart"))
      .where("n.ticket_number", "=", sql<number>`any(${numbers}::integer[])`)
  );
}

/**
 * Whether the author takes part in a ticket `t`: as its customer, by any address, or by a mail on it that proved its sender
 * (docs/product.md#what-puts-a-mail-on-a-ticket).
 */
function takesPart(tx: TenantTx, author: string | null) {
  // Without `exists` there is only one possible plan, which takes half the time to make.
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

/** So much of a ticket is compared with what its mails quote. */
const mostSaid = { messages: 100, letters: 20_000, whole: 10 } as const;

/**
 * Returns what a ticket's mails said, the newest first; the newest ones also with what was folded in them, such as a signature. `isAll`
 * says that this is all.
 */
export async function selectSaid(tx: TenantTx, ticketId: string): Promise<{ texts: string[]; isAll: boolean }> {
  const rows = await tx
    .selectFrom("ticket_messages")
    .select(sql<string>`left(content, ${mostSaid.letters})`.as("content"))
    .select(
      sql<string | null>`case when row_number() over (order by created_at desc, id desc) <= ${mostSaid.whole}
        then left(full_content, ${mostSaid.letters}) end`.as("whole"),
    )
    .where("ticket_id", "=", ticketId)
    .where("message_type", "=", "email")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(mostSaid.messages)
    .execute();
  const isAll = rows.length < mostSaid.messages && rows.every(({ content }) => content.length < mostSaid.letters);
  return { texts: [...rows.map(({ content }) => content), ...rows.flatMap(({ whole }) => whole ?? [])], isAll };
}

/** A Message-ID that a mail named, and that mail's author; `anybody` if the mail went to many. */
export type NamedMail = { mailMessageId: string; author: string };
export const anybody = "";

/** Saves Message-IDs that a ticket's mails name and that are not here, or that went to many. */
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

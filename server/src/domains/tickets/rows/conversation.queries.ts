import { defaultPreferences } from "@deskhand/contract/desk/desk-choices";
import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode } from "@deskhand/contract/recipients";
import { sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { builtOnce } from "../../../platform/db/statement.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { quotedLength } from "../../outgoing/index.ts";
import { writtenSubject } from "../detail/received-mails.queries.ts";
import { addedAt, answersTo, customerChangedAt, isDoubted, recipientsBeside } from "../detail/ticket-detail.queries.ts";

/** The message that a reply answers. */
export type AnsweredMessage = Pick<
  Message,
  | "id"
  | "channel"
  | "isFromCustomer"
  | "isDoubted"
  | "authorEmail"
  | "recipients"
  | "answersTo"
  | "audience"
  | "passedOn"
  | "addedAt"
> & {
  mailMessageId: string | null;
  /** Whether `mailMessageId` names a colleague's forward, which the author of the forwarded mail does not have. */
  isNamedByForward: boolean;
  /** The text to quote. */
  words: string;
  /** Whether `words` include the quoted history, which is kept if the message has no other text. */
  isHistoryKept: boolean;
  /** Whether a colleague is in its From; a comment of theirs may then stand above a forwarded mail. */
  isByStaff: boolean;
  /** For a side conversation, the merged ticket that it came by; answers to it belong there too. */
  cameBy: string | null;
  /** That ticket's number, which its participants know. */
  cameByNumber: number | null;
  /** For a side conversation, its own subject; the ticket's may come from other people. */
  ownSubject: string | null;
};

/** A mail of a ticket with its Message-ID and who has it; nobody may see the Message-ID of a mail they did not have. */
export type NamedMail = {
  id: string;
  /** The addresses that wrote it, are to be answered, or got it, in lower case. */
  had: string[];
  /** Whether its author and recipients were not stored, as for old mails. */
  isUnaddressed: boolean;
  addedAt: string;
};

/** What a reply needs to know about its ticket. */
export type Conversation = {
  customer: { id: string | null; email: string | null; name: string | null };
  /** When the ticket was last given to another customer; null if never. */
  customerChangedAt: string | null;
  customerAddresses: string[];
  /** The requested message; else the newest written by a person on the customer's side, or failing that on the store's. */
  answered: AnsweredMessage | null;
  /** Whether `answered` was requested. */
  isAsked: boolean;
  /** Whether another customer wrote by a merged ticket and still waits; a reply to the ticket's own customer does not answer them. */
  othersWait: boolean;
  /** The ticket's mails that the answered person may know of, oldest first. */
  mails: NamedMail[];
  /** The store's incoming addresses, verified or not. */
  ownAddresses: string[];
  /** The agent's preferred way to answer a message with several recipients. */
  prefers: AnswerMode;
};

/** The agent who answers, if it is a person, and the answered message, if it was requested. */
type Answering = { userId: string | null; answersId?: string | undefined };

/** In a longer conversation, References has the first mail and this many of the newest. */
const maxNewestMails = 30;

const ownAddresses = sql<string[]>`array(select address from inbound_addresses where client_id = current_client_id())`;

/** Lists the store's incoming addresses, verified or not. */
export async function selectInboundAddresses(tx: TenantTx): Promise<string[]> {
  return (await tx.selectNoFrom(ownAddresses.as("addresses")).executeTakeFirst())?.addresses ?? [];
}

/** Selects the conversation that a reply continues; undefined for an unknown ticket. */
export async function selectConversation(
  tx: TenantTx,
  ticketId: string,
  { userId, answersId }: Answering = { userId: null },
): Promise<Conversation | undefined> {
  const query = conversation({ ticketId, userId, ...(answersId !== undefined && { answersId }) });
  return (await tx.executeQuery(query)).rows[0];
}

/** Whether a mail's only Message-ID is that of a colleague's forward. */
const isNamedByForward = (row: string) =>
  sql<boolean>`(${sql.ref(row)}.passed_on is not distinct from 'forward' and ${sql.ref(row)}.original_mail_id is null)`;

const answered =
  () => sql<AnsweredMessage>`json_build_object('id', m.id, 'channel', m.channel, 'mailMessageId', coalesce(m.original_mail_id, m.mail_message_id),
  'words', left(m.content, ${sql.lit(quotedLength)}), 'isHistoryKept', m.full_content is null and coalesce(m.left_history, false),
  'isNamedByForward', ${isNamedByForward("m")}, 'isFromCustomer', m.is_from_customer, 'isDoubted', ${isDoubted()},
  'isByStaff', exists (select from users u where u.client_id = m.client_id and u.email = lower(m.author_email)), 'authorEmail', lower(m.author_email), 'recipients', o.recipients,
  'answersTo', ${answersTo}, 'audience', m.audience, 'passedOn', m.passed_on, 'addedAt', iso(${addedAt("m")}),
  'cameBy', case when m.audience = 'side' then m.merged_from_id end,
  'cameByNumber', case when m.audience = 'side' then (select s.ticket_number from support_tickets s where s.id = m.merged_from_id) end, 'ownSubject', case when m.audience = 'side' then coalesce(
    ${writtenSubject("m")},
    (select s.subject from support_tickets s where s.id = m.merged_from_id)) end)`;

/**
 * Whether the recipient of an answer to `a` may know of a mail: in a side conversation only mails that they wrote or got, as the rest of
 * the ticket may be other people's. An answer to our own mail refers to that mail only.
 */
const mayBeNamed = sql<boolean>`case when (select audience from a) = 'side' then mails.id = (select id from a) or exists (
    select from a where a.is_from_customer and (lower(mails.author_email) = lower(coalesce(a.answers_to, a.author_email))
      or exists (select from message_recipients r where r.message_id = mails.id and r.email = lower(coalesce(a.answers_to, a.author_email)))))
  else mails.audience = 'customer' end`;

/** A mail of `chain` with everybody who had it. For an acknowledgement, only its outgoing mail says that. */
const namedMail = sql<NamedMail>`json_build_object('id', n.name, 'addedAt', iso(${addedAt("n")}),
  'isUnaddressed', n.is_from_customer and n.author_email is null and n.answers_to is null,
  'had', array(select lower(a) from unnest(array[n.author_email, case when not ${isNamedByForward("n")} and n.passed_on is distinct from 'form' then n.answers_to end]) a where a is not null
    union select r.email from message_recipients r where r.client_id = n.client_id and r.message_id = n.id
    union select o.to_email from outgoing_mails o where o.client_id = n.client_id and o.message_id = n.id and o.to_email <> ''))`;

const conversation = builtOnce((db, { ticketId, userId, ...more }: Answering & { ticketId: string }) =>
  db
    .with("mails", (cte) =>
      cte
        .selectFrom("ticket_messages")
        .selectAll()
        .where("ticket_id", "=", ticketId)
        .where("message_type", "=", "email"),
    )
    .with("a", (cte) =>
      cte
        .selectFrom("mails")
        .selectAll()
        .$if("answersId" in more, (query) => query.where("id", "=", more.answersId ?? ""))
        .$if(!("answersId" in more), (query) => query.where("is_automatic", "=", false))
        .orderBy("is_from_customer", "desc")
        .orderBy(sql`is_from_customer or audience = 'customer'`, "desc")
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(1),
    )
    .with("chain", (cte) =>
      cte
        .selectFrom("mails")
        .select(["id", "client_id", "author_email", "answers_to", "is_from_customer", "created_at", "added_at"])
        .select(["passed_on", "original_mail_id"])
        .select(sql<string>`coalesce(original_mail_id, mail_message_id)`.as("name"))
        .select(sql<number>`row_number() over (order by created_at, id)`.as("place"))
        .select(sql<number>`count(*) over ()`.as("length"))
        .where(sql`coalesce(original_mail_id, mail_message_id)`, "is not", null)
        .where(mayBeNamed),
    )
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select((eb) => [
      jsonBuildObject({ id: eb.ref("c.id"), email: eb.ref("c.email"), name: eb.ref("c.name") }).as("customer"),
      eb
        .selectFrom("a as m")
        .leftJoinLateral(recipientsBeside.as("o"), (join) => join.onTrue())
        .select(answered().as("message"))
        .$castTo<{ message: AnsweredMessage | null }>()
        .as("answered"),
      eb.fn
        .coalesce(
          eb
            .selectFrom("chain as n")
            .select(sql<NamedMail[]>`json_agg(${namedMail} order by n.place)`.as("mails"))
            .where(sql<boolean>`n.place = 1 or n.place > n.length - ${maxNewestMails}::int`),
          sql<NamedMail[]>`'[]'`,
        )
        .as("mails"),
      sql<boolean>`exists (select from mails
        where audience = 'side' and merged_from_id is not null and is_from_customer and not is_automatic)`.as(
        "othersWait",
      ),
      customerChangedAt.as("customerChangedAt"),
      sql<boolean>`${sql.lit("answersId" in more)}`.as("isAsked"),
      sql<string[]>`addresses_of(t.customer_id)`.as("customerAddresses"),
      ownAddresses.as("ownAddresses"),
      sql<AnswerMode>`coalesce((select answer_mode from desk_preferences
        where client_id = t.client_id and user_id = ${userId}::uuid), ${sql.lit(defaultPreferences.answerMode)})`.as(
        "prefers",
      ),
    ])
    .where("t.id", "=", ticketId),
);

import type { NamedNumbers } from "@deskhand/contract/mentions/named-numbers";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";
import { type OwnOrder, ownOrdersQuery } from "../../orders/index.ts";

/** The newest orders of the customer of a ticket, by customer and by address. */
export function ownOrdersOfTicketQuery(ticketId: string): CompiledQuery<OwnOrder> {
  const ticket = compose.selectFrom("support_tickets as t").where("t.id", "=", ticketId);
  const emails = sql<string>`any (addresses_of((select customer_id from support_tickets where id = ${ticketId})))`;
  return ownOrdersQuery({ customer: ticket.select("t.customer_id").$asScalar(), emails });
}

/** What a text names; while that is not known, the text itself. */
export type Words = { numbers: NamedNumbers; unread?: never } | { numbers?: never; unread: string[] };
/** A ticket's sender and what they wrote: how it began, and their messages with what none of them proved. */
export type TicketWords = {
  /** The subject, and what the ticket began with. */
  opening: Words;
  customerId: string | null;
  email: string | null;
  /** All addresses of the customer, that one included. */
  otherEmails: string[];
  /** Whether nobody can say that the customer wrote how it began. */
  isUnverified: boolean;
  /** Whether that goes for all that follows. */
  isAllUnverified: boolean;
  createdAt: string;
  messages: (Words & { isUnverified: boolean; createdAt: string })[];
};
const messagesRead = 20;
const charactersRead = 10_000;

/**
 * Whether nobody can say that the customer wrote a mail: its sender is doubted, it came from another mailbox than the store's own, or
 * it is answered to an address that is none of theirs, as that of who wrote before a ticket was made theirs.
 */
function ofAnother(row: "m" | "t") {
  const [isUnverified, from, isStores] = [`${row}.is_unverified`, `${row}.written_from`, `${row}.is_written_by_store`];
  const answered = row === "m" ? sql`lower(coalesce(m.answers_to, m.author_email))` : openingAnswered;
  return sql<boolean>`(${sql.ref(isUnverified)} or (${sql.ref(from)} is not null and not ${sql.ref(isStores)})
    or coalesce(${answered} <> all (addresses_of(t.customer_id)), false))`;
}

/** Whom the mail asks to be answered that a ticket `t` began with; null where a colleague wrote that. */
const openingAnswered = sql<
  string | null
>`(select case when o.is_from_customer then lower(coalesce(o.answers_to, o.author_email)) end
  from ticket_messages o where o.ticket_id = t.id and o.message_type = 'email' and o.merged_from_id is null
  order by o.created_at, o.id limit 1)`;

/** What a ticket names: how it began, and its newest messages by the customer, without automatic ones. */
export function ticketWordsQuery(ticketId: string): CompiledQuery<TicketWords> {
  const newest = compose
    .selectFrom("ticket_messages as m")
    .select(["m.content", "m.named_numbers", "m.created_at", "m.id", ofAnother("m").as("is_unverified")])
    .where(sql<boolean>`m.ticket_id = t.id`)
    .where("m.message_type", "=", "email")
    .where("m.is_from_customer", "=", true)
    .where("m.is_automatic", "=", false)
    .orderBy("m.created_at", "desc")
    .orderBy("m.id", "desc")
    .limit(messagesRead);
  // Texts of other lengths are told apart without being fetched; a description has no more of a long one.
  const isOpening = sql`case when octet_length(n.content) < ${sql.lit(charactersRead)} then n.content
    else left(n.content, ${sql.lit(charactersRead)}) end = t.description`;
  const words = sql`case when ${isOpening} then json_build_object('numbers', json_build_array())
    when n.named_numbers is not null then json_build_object('numbers', n.named_numbers)
    else json_build_object('unread', json_build_array(left(n.content, ${sql.lit(charactersRead)}))) end`;
  const messages = compose.selectFrom(newest.as("n")).select(
    sql<
      TicketWords["messages"]
    >`coalesce(json_agg((${words})::jsonb || jsonb_build_object('isUnverified', n.is_unverified,
        'createdAt', n.created_at) order by n.created_at, n.id), '[]')`.as("messages"),
  );
  return compose
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", "c.id", "t.customer_id")
    .select(
      sql<Words>`case when t.named_numbers is not null then json_build_object('numbers', t.named_numbers)
        else json_build_object('unread', json_build_array(t.subject, t.description)) end`.as("opening"),
    )
    .select([
      "t.customer_id as customerId",
      "c.email",
      sql<string[]>`addresses_of(t.customer_id)`.as("otherEmails"),
      "t.is_unverified as isAllUnverified",
      "t.created_at as createdAt",
    ])
    .select(ofAnother("t").as("isUnverified"))
    .select(messages.as("messages"))
    .where("t.id", "=", ticketId)
    .compile();
}

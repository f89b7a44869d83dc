import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";
import type { NamedNumbers } from "../mentions/named-numbers.ts";

/** An order's owner, names and numbers, to judge mentions by. */
export type KnownOrder = {
  id: string;
  name: string;
  orderNumber: string;
  customerId: string | null;
  email: string | null;
};
/** An order of the sender; `isOpen` until it was delivered, cancelled or refunded in full. */
export type OwnOrder = KnownOrder & { placedAt: string; isOpen: boolean };
/** An order found by a wanted number, and which of the wanted parcels it has. */
export type NamedOrder = KnownOrder & { parcels: string[] };
export type OrderName = Pick<KnownOrder, "name" | "orderNumber">;

/** `email` is the address an answer goes to; the customer's other addresses count equally. */
type Sender = { customerId: string | null; email: string | null; otherEmails?: readonly string[] | undefined };
/** A sender, by a ticket of theirs or by customer and address. */
export type SenderOf = { ticketId: string } | Sender;

const orderColumns = [
  ...(["o.id", "o.name", "o.order_number as orderNumber", "o.customer_id as customerId", "o.email"] as const),
] as const;
const maxOwn = 40;
const nameCounts = { newest: 100, oldest: 50 };

/** The newest orders of a sender, by customer and by address. */
export function ownOrdersQuery(sender: SenderOf): CompiledQuery<OwnOrder> {
  const { customerId, emails } = "ticketId" in sender ? senderOf(sender.ticketId) : knownSender(sender);
  const newest = compose
    .selectFrom("shopify_orders as o")
    .select("o.id")
    .orderBy("o.shopify_created_at", "desc")
    .limit(maxOwn);
  const ids = compose
    .selectFrom(newest.where("o.customer_id", "=", customerId).as("of"))
    .select("of.id")
    .unionAll(compose.selectFrom(newest.where("o.email", "=", emails).as("with")).select("with.id"));
  return compose
    .selectFrom("shopify_orders as o")
    .select(orderColumns)
    .select(["o.shopify_created_at as placedAt", isOpen.as("isOpen")])
    .where("o.id", "in", ids)
    .orderBy("o.shopify_created_at", "desc")
    .orderBy("o.id", "desc")
    .limit(maxOwn)
    .compile();
}

function senderOf(ticketId: string) {
  const ticket = compose.selectFrom("support_tickets as t").where("t.id", "=", ticketId);
  const emails = sql<string>`any (addresses_of((select customer_id from support_tickets where id = ${ticketId})))`;
  return { customerId: ticket.select("t.customer_id"), emails };
}

function knownSender({ customerId, email, otherEmails = [] }: Sender) {
  const all = [...(email === null ? [] : [email]), ...otherEmails];
  return { customerId, emails: sql<string>`any(${all}::text[])` };
}

const isOpen = sql<boolean>`o.cancelled_at is null
  and coalesce(lower(o.financial_status), '') not in ('refunded', 'voided') and not coalesce((select bool_and(
  f.delivered_at is not null or lower(f.display_status) = 'delivered') from shopify_order_fulfillments f
  where f.client_id = o.client_id and f.order_id = o.id and f.status is distinct from 'cancelled') and o.fulfillment_status = 'fulfilled', false)`;

/** Names of a store's newest and oldest orders, to learn how it numbers them. */
export function orderNamesQuery(): CompiledQuery<OrderName> {
  const names = compose.selectFrom("shopify_orders").select(["name", "order_number as orderNumber"]);
  const newest = names.orderBy("shopify_created_at", "desc").orderBy("id", "desc").limit(nameCounts.newest);
  const oldest = names.orderBy("shopify_created_at").orderBy("id").limit(nameCounts.oldest);
  return compose
    .selectFrom(newest.as("newest"))
    .select(["name", "orderNumber"])
    .unionAll(compose.selectFrom(oldest.as("oldest")).select(["name", "orderNumber"]))
    .compile();
}

/** The numbers in a text, or the text itself while they have not been extracted. */
export type Words = { numbers: NamedNumbers; unread?: never } | { numbers?: never; unread: string[] };
/** A ticket's sender and texts: its opening and their messages, with how far their writer is verified. */
export type TicketWords = {
  /** The subject and the opening text. */
  opening: Words;
  customerId: string | null;
  email: string | null;
  /** All addresses of the customer, including that one. */
  otherEmails: string[];
  /** Whether the opening's writer is unverified. */
  isUnverified: boolean;
  /** Whether the same holds for all later messages. */
  isAllUnverified: boolean;
  createdAt: string;
  messages: (Words & { isUnverified: boolean; createdAt: string })[];
};
const messagesRead = 20;
const charactersRead = 10_000;

/**
 * Whether a mail may be by another writer: its sender is doubtful, it came from a mailbox other than the store's own,
 * or its answers go to an address that is not the customer's, as after a ticket was given to another customer.
 */
function ofAnother(row: "m" | "t") {
  const [isUnverified, from, isStores] = [`${row}.is_unverified`, `${row}.written_from`, `${row}.is_written_by_store`];
  const answered = row === "m" ? sql`lower(coalesce(m.answers_to, m.author_email))` : openingAnswered;
  return sql<boolean>`(${sql.ref(isUnverified)} or (${sql.ref(from)} is not null and not ${sql.ref(isStores)})
    or coalesce(${answered} <> all (addresses_of(t.customer_id)), false))`;
}

/** The address for answers to a ticket's opening mail; null where a colleague wrote it. */
const openingAnswered = sql<
  string | null
>`(select case when o.is_from_customer then lower(coalesce(o.answers_to, o.author_email)) end
  from ticket_messages o where o.ticket_id = t.id and o.message_type = 'email' and o.merged_from_id is null
  order by o.created_at, o.id limit 1)`;

/** The texts of a ticket: its opening, and the customer's newest messages without automatic ones. */
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
  // Texts of different lengths differ without being fetched; a description is a shortened copy of a long one.
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

type Wanted = { keys: string[]; numbers: string[]; parcels: string[] };

/** The orders with one of these keys (`keyOf`), numbers or parcels. */
export function namedOrdersQuery({ keys, numbers, parcels }: Wanted): CompiledQuery<NamedOrder> {
  const found = sql<{ id: string; parcel: string | null }>`find_named_orders(${keys}, ${numbers}, ${parcels})`;
  return compose
    .selectFrom(found.as("found"))
    .innerJoin("shopify_orders as o", "o.id", "found.id")
    .select(orderColumns)
    .select(
      sql<string[]>`coalesce(array_agg(found.parcel) filter (where found.parcel is not null), '{}')`.as("parcels"),
    )
    .groupBy(["o.client_id", "o.id"])
    .orderBy("o.shopify_created_at", "desc")
    .orderBy("o.id", "desc")
    .compile();
}

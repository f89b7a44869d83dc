import { type CompiledQuery, type Expression, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";

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
/** A sender whom another statement knows: a subquery for the customer, and what an order's address is compared with. */
type AskedSender = { customer: Expression<string | null>; emails: Expression<string> };
/** Who sent something, as they are known or as another statement finds them. */
export type SenderOf = AskedSender | Sender;

const orderColumns = [
  ...(["o.id", "o.name", "o.order_number as orderNumber", "o.customer_id as customerId", "o.email"] as const),
] as const;
const maxOwn = 40;
const nameCounts = { newest: 100, oldest: 50 };

/** The newest orders of a sender, by customer and by address. */
export function ownOrdersQuery(sender: SenderOf): CompiledQuery<OwnOrder> {
  const { customer, emails } = "customer" in sender ? sender : knownSender(sender);
  const newest = compose
    .selectFrom("shopify_orders as o")
    .select("o.id")
    .orderBy("o.shopify_created_at", "desc")
    .limit(maxOwn);
  const ids = compose
    .selectFrom(newest.where("o.customer_id", "=", customer).as("of"))
    .select("of.id")
    .unionAll(compose.selectFrom(newest.where("o.email", "=", emails).as("with")).select("with.id"));
  // As an array they are found once: without statistics, "in" looked for them anew for each order of the store.
  return compose
    .selectFrom("shopify_orders as o")
    .select(orderColumns)
    .select(["o.shopify_created_at as placedAt", isOpen.as("isOpen")])
    .where("o.id", "=", sql<string>`any(array(${ids}))`)
    .orderBy("o.shopify_created_at", "desc")
    .orderBy("o.id", "desc")
    .limit(maxOwn)
    .compile();
}

function knownSender({ customerId, email, otherEmails = [] }: Sender): AskedSender {
  const all = [...(email === null ? [] : [email]), ...otherEmails];
  return { customer: sql<string | null>`${customerId}::uuid`, emails: sql<string>`any(${all}::text[])` };
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

import type { StoreState, TicketCustomer } from "@deskhand/contract/tracking";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Written } from "../parcels/changes-since.ts";

type Customer = Omit<TicketCustomer, "orders" | "currency">;

type TicketAbout = {
  id: string;
  isArchived: boolean;
  customer: Customer | null;
  store: StoreState | null;
  written: Written | null;
};

/** When the customer of the ticket `t` wrote; what their machine wrote does not count. */
const written = sql<Written | null>`(
  select case when count(*) > 0 then json_build_object('first', iso(min(created_at)), 'last', iso(max(created_at))) end
  from ticket_messages
  where ticket_id = t.id and message_type = 'email' and is_from_customer and not is_automatic)`;

/** Whether a mail on the ticket `t` may be somebody else's than the customer `c`'s. */
const isDoubted = sql<boolean>`(t.is_unverified or exists (
  select from ticket_messages m where m.ticket_id = t.id and m.message_type = 'email' and m.is_from_customer
    and not m.is_automatic and (m.is_unverified or m.written_from is not null or lower(m.author_email) <> all (addresses_of(c.id)))))`;

const customer = sql<Customer | null>`case when c.id is not null then json_build_object(
  'id', c.id, 'name', c.name, 'email', c.email, 'shopifyCustomerId', c.shopify_customer_id,
  'isVerified', c.shopify_customer_id is not null and not ${isDoubted},
  'totalOrders', c.total_orders, 'totalSpent', c.total_spent::text,
  'otherTickets', (select count(*) from support_tickets where customer_id = c.id and id <> t.id)) end`;

const store = sql<StoreState | null>`(
  select json_build_object('state', case when revoked_at is null then 'connected' else 'revoked' end,
    'shopDomain', shop_domain, 'lastSyncedAt', iso(last_synced_at), 'revokedAt', iso(revoked_at))
  from shopify_stores)`;

/** Whom and what a ticket is about, as far as its rows say; undefined where there is no such ticket. */
export function selectTicketAbout(tx: TenantTx, ticketId: string): Promise<TicketAbout | undefined> {
  return tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select(["t.id", "t.is_archived as isArchived", customer.as("customer")])
    .select([store.as("store"), written.as("written")])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

type Texts = { notes: string[]; messages: string[] };

const most = 20;

/** The newest texts of a ticket that may hold what a store's integration writes, each list with the newest last. */
export async function selectStoreTexts(tx: TenantTx, ticketId: string): Promise<Texts> {
  const rows = await tx
    .selectFrom("ticket_messages")
    .select(["content", "message_type"])
    .where("ticket_id", "=", ticketId)
    .where(sql<boolean>`case message_type
      when 'internal' then content like 'SHOPIFY\\_INTEGRATION\\_DATA:%' or content like '%SHOPIFY CUSTOMER INFORMATION:%'
      else content ~ '(^|\\n)[ \\t]{0,10}Order[ \\t]' end`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  const textsOf = (type: string) => rows.filter((row) => row.message_type === type).map(({ content }) => content);
  return { notes: textsOf("internal").reverse(), messages: textsOf("email").reverse() };
}

import { importCustomers } from "../../domains/customers/index.ts";
import { type ImportedOrder, importOrders } from "../../domains/orders/index.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Desk } from "../open-desk.ts";
import type { Person } from "../test-people.ts";

/** An order as a test describes it; a buyer gets a customer of their own. */
export type KnownOrder = Partial<ImportedOrder> & {
  name: string;
  buyer?: { name: string | null; email: string | null };
};

/** Adds orders, each a minute older than the one before; returns their customers' ids. */
export async function knowOrders(app: Desk, person: Person, orders: KnownOrder[]): Promise<(string | undefined)[]> {
  const rows = orders.map(({ buyer, ...order }, index) => {
    const id = newId();
    const at = new Date(Date.parse("2026-05-01T12:00:00.000Z") - index * 60_000).toISOString();
    return {
      customer: buyer && { ...buyer, id: newId(), name: buyer.name ?? "", email: buyer.email ?? "", created_at: at },
      order: {
        id,
        shopify_order_id: id,
        order_number: order.name.replace(/\D+/g, "") || order.name,
        currency: "USD",
        total_price: "10.00" as const,
        shopify_created_at: at,
        lineItems: [],
        fulfillments: [],
        ...order,
      },
    };
  });
  await app.services.db.withTenant(person.tenantId, async (tx) => {
    const customers = rows.flatMap(({ customer }) => (customer ? [customer] : []));
    await importCustomers(
      tx,
      customers.map((customer) => ({ ...customer })),
    );
    await importOrders(
      tx,
      rows.map(({ customer, order }) => ({ ...order, customer_id: customer?.id ?? null })),
    );
  });
  return rows.map(({ customer }) => customer?.id);
}

/** Adds this many orders at once, each a second older than the one before, numbered from 900,000 downwards. */
export const knowManyOrders = (app: Desk, person: Person, count: number) =>
  app.asOwner(
    `insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, email, total_price, financial_status, shopify_created_at)
     select $1, gen_random_uuid(), 'many-' || n, (900000 - n)::text, '#' || 900000 - n, 'people@many.test', 1, 'paid',
       timestamptz '2026-06-01' - n * interval '1 second'
     from generate_series(1, $2::int) as n`,
    [person.tenantId, count],
    person.tenantId,
  );

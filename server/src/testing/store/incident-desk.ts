import type { ImportedOrder } from "../../domains/orders/index.ts";
import { newId } from "../../platform/db/ids.ts";
import { makeTicket, type TestTicket } from "../test-desk.ts";
import { newAddress } from "../test-people.ts";
import { daysAgo, type OrderDesk, openOrderDesk } from "./order-desk.ts";

/** A desk whose store knows what is usual, and where customers write of their orders. */
export type IncidentDesk = OrderDesk & {
  /** Adds an order with this SKU and has its customer write of it by its number. */
  writes(sku: string, makings?: { subject?: string; order?: Partial<ImportedOrder> }): Promise<Wrote>;
  /** Adds an order with this SKU whose customer does not write; returns its id and their address. */
  orders(sku: string, makings?: Partial<ImportedOrder>): Promise<Omit<Wrote, "ticket">>;
};
type Wrote = { from: string; name: string; orderId: string; ticket: TestTicket };

/** Opens it with eight weeks of a ticket an hour behind it, of which none was about a SKU, and many orders of other things. */
export async function openIncidentDesk(): Promise<IncidentDesk> {
  const desk = await openOrderDesk();
  const { app, owner } = desk;
  await app.asOwner(
    "insert into incident_pasts (client_id, read_back_to, finished_at) values ($1, $2, now())",
    [owner.tenantId, daysAgo(57)],
    owner.tenantId,
  );
  await app.asOwner(
    `insert into incident_usual (client_id, sign, week, tickets)
     select $1, 'hour:' || hour, (date_trunc('week', now()) - make_interval(weeks => week))::date, 1
     from generate_series(0, 167) hour, generate_series(1, 8) week`,
    [owner.tenantId],
    owner.tenantId,
  );
  await app.asOwner(
    `insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, email, shopify_created_at)
     select $1, gen_random_uuid(), 'other-' || n, (900000 + n)::text, '#' || 900000 + n, 'others@shop.test', now() - n * interval '10 minutes'
     from generate_series(1, 1500) n`,
    [owner.tenantId],
    owner.tenantId,
  );
  let number = 1000;
  const orders: IncidentDesk["orders"] = async (sku, makings = {}) => {
    number += 1;
    const name = `#${number}`;
    const from = newAddress(`buyer${number}`);
    const lineItems = [{ id: newId(), title: "Lamp", quantity: 1, sku, price: "59.00" as const }];
    const orderId = await desk.order(name, { from, lineItems, ...makings });
    return { from, name, orderId };
  };
  return {
    ...desk,
    orders,
    async writes(sku, { subject = "A question", order = {} } = {}) {
      const ordered = await orders(sku, order);
      const description = `My order ${ordered.name} is not as I expected it.`;
      const ticket = await makeTicket(app, owner, { from: ordered.from, subject, description });
      return { ...ordered, ticket };
    },
  };
}

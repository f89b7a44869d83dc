import { findOrCreateCustomer } from "../../domains/customers/index.ts";
import { type ImportedOrder, importOrders } from "../../domains/orders/index.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fromNow } from "../from-now.ts";
import { type Desk, openDesk } from "../open-desk.ts";
import { addColleague, newOwner, type Person } from "../test-people.ts";

/** A desk whose store has the orders that a test needs. */
export type OrderDesk = {
  app: Desk;
  owner: Person;
  agent: Person;
  inStore<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** Adds an order, for the customer with the address `from` if there is one; returns its id. */
  order(name: string, makings?: Partial<ImportedOrder> & { from?: string }): Promise<string>;
};

/** Opens a desk with an owner and an agent, and no order yet. */
export async function openOrderDesk(): Promise<OrderDesk> {
  const app = await openDesk();
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const inStore = <T>(work: (tx: TenantTx) => Promise<T>) => app.services.db.withTenant(owner.tenantId, work);
  return {
    app,
    owner,
    agent,
    inStore,
    async order(name, { from, ...makings } = {}) {
      const id = newId();
      await inStore(async (tx) => {
        const customer = from === undefined ? null : await findOrCreateCustomer(tx, { email: from, name: "Ann Lee" });
        await importOrders(tx, [
          {
            id,
            shopify_order_id: id,
            name,
            order_number: name.replace(/\D/g, ""),
            currency: "EUR",
            customer_id: customer?.id ?? null,
            total_price: "59.00",
            shopify_created_at: daysAgo(9),
            lineItems: [],
            fulfillments: [],
            ...makings,
          },
        ]);
      });
      return id;
    },
  };
}

/** Returns the moment that many days ago. */
export function daysAgo(days: number): string {
  return fromNow({ days: -days });
}

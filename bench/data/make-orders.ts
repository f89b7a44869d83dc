import { newId } from "../../server/src/platform/db/ids.ts";
import type { MadeTenant } from "./make-tenant.ts";
import { customerEmail } from "./people.ts";
import type { Random } from "./random.ts";

export const orderColumns = {
  client_id: "uuid",
  id: "uuid",
  shopify_order_id: "text",
  order_number: "text",
  name: "text",
  customer_id: "uuid",
  email: "text",
  total_price: "numeric",
  shopify_created_at: "timestamptz",
};

type Row = (string | number)[];
const fiveYears = 5 * 365 * 24 * 3600 * 1000;

/** Makes a tenant's orders, oldest first, numbered from 10,000. */
export function* makeOrders(random: Random, tenant: MadeTenant, count: number): Generator<Row> {
  for (let at = 0; at < count; at++) {
    const createdAt = Date.now() - Math.floor(fiveYears * (1 - at / (count + 1)));
    const customer = random.below(tenant.customers.length);
    const number = String(10_000 + at);
    yield [
      ...[tenant.id, newId(createdAt), `7${tenant.index}${number}`, number, `#${number}`],
      ...[tenant.customers[customer] ?? "", customerEmail(tenant.index, customer), 5 + random.below(400)],
      new Date(createdAt).toISOString(),
    ];
  }
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { newOwner } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const march = { from: "2026-03-01", to: "2026-03-31" };

test("costs are what was refunded and how long parcels were on their way, of each product and of all", async () => {
  const owner = await newOwner(app);
  const run = (sql: string, values: unknown[]) => app.asOwner(sql, values, owner.tenantId);
  const order = async (currency: string, skus: string[], isTest = false) => {
    const [row] = await app.asOwner<{ id: string }>(
      `insert into shopify_orders (id, shopify_order_id, order_number, name, currency, is_test, shopify_created_at)
       values ($1::uuid, $1::text, $1::text, '#' || $1::text, $2, $3, '2026-03-01Z') returning id`,
      [newId(), currency, isTest],
      owner.tenantId,
    );
    const id = row?.id ?? "";
    for (const [position, sku] of skus.entries()) {
      await run(
        "insert into shopify_order_line_items (id, order_id, position, title, quantity, sku) values ($1, $2, $3, 'Lamp', 1, $4)",
        [newId(), id, position, sku],
      );
    }
    return id;
  };
  const refund = (orderId: string, amount: string, at: string) =>
    run("insert into shopify_order_refunds (id, order_id, amount, refunded_at) values ($1, $2, $3, $4)", [
      newId(),
      orderId,
      amount,
      at,
    ]);
  const [both, euro, made] = [
    await order("USD", ["LAMP", "RUG"]),
    await order("EUR", ["LAMP"]),
    await order("USD", ["RUG"], true),
  ];
  await refund(both, "10.10", "2026-03-10T08:00Z");
  await refund(both, "5.05", "2026-03-12T08:00Z");
  await refund(euro, "7", "2026-03-31T23:59Z");
  await refund(euro, "8", "2026-04-01T00:00Z");
  await refund(made, "99", "2026-03-10T08:00Z");
  await run(
    `insert into shopify_order_fulfillments (id, order_id, tracking_company, shopify_created_at, delivered_at)
     values ($1, $2, 'UPS', '2026-03-05T08:00Z', '2026-03-07T08:00Z')`,
    [newId(), euro],
  );
  const costs = await owner.api.reports.costs({ from: march.from, to: march.to, compare: "none", by: "sku" });
  const nothing = { delivered: 0, wayMedian: null, wayNinetieth: null };
  const way = { delivered: 1, wayMedian: 48, wayNinetieth: 48 };
  const [euros, dollars] = [
    { currency: "EUR", amount: "7" },
    { currency: "USD", amount: "15.15" },
  ];
  expect(costs.whole).toEqual({ refundedOrders: 2, refunded: [euros, dollars], ...way });
  expect(costs.rows).toEqual([
    { value: "LAMP", label: "LAMP", before: null, costs: { refundedOrders: 2, refunded: [euros, dollars], ...way } },
    { value: "RUG", label: "RUG", before: null, costs: { refundedOrders: 1, refunded: [dollars], ...nothing } },
  ]);
  const byCarrier = await owner.api.reports.costs({ from: march.from, to: march.to, by: "carrier" });
  expect(byCarrier.rows.map(({ label, costs: of }) => [label, of.refundedOrders, of.delivered])).toEqual([
    ["UPS", 1, 1],
    ["No parcel", 1, 0],
  ]);
});

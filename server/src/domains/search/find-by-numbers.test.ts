import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { importCustomers } from "../customers/index.ts";
import { importOrders } from "../orders/index.ts";

let app: Desk;
let owner: Person;
const ids = { pia: newId(), max: newId() };
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

test("an order number behind a word, a parcel number and a phone number find the order, its customer and their tickets", async () => {
  const at = "2026-10-01T08:00:00.000Z";
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    await importCustomers(tx, [
      { id: ids.pia, name: "Pia Lund", email: "pia@codes.test", phone: "+43 660 123 45 67", created_at: at },
      { id: ids.max, name: "Max Holm", email: "max@codes.test", phone: "06607654321", created_at: at },
    ]);
    const parcel = { tracking_number: "1Z 999 AA1 01 2345 6784", tracking_company: "UPS", tracking_url: null };
    const fulfillments = [{ id: newId(), status: "success", ...parcel, shopify_created_at: at }];
    const order = { currency: "EUR", total_price: "9.00" as const, email: null, lineItems: [], shopify_created_at: at };
    await importOrders(tx, [
      {
        ...order,
        id: newId(),
        shopify_order_id: "1",
        name: "#1152",
        order_number: "1152",
        customer_id: ids.pia,
        fulfillments,
      },
      {
        ...order,
        id: newId(),
        shopify_order_id: "2",
        name: "#1153",
        order_number: "1153",
        customer_id: ids.max,
        fulfillments: [],
      },
    ]);
  });
  await makeTicket(app, owner, { from: "pia@codes.test", subject: "My lamp" });
  await makeTicket(app, owner, { from: "max@codes.test", subject: "My chair" });
  const pias = ["Order #1152", "order no. 1152", "Bestellung 1152", "commande n° 1152"];
  const parcels = ["1Z999AA10123456784", "1z 999 aa1 01 2345 6784"];
  const phones = ["+436601234567", "0660 1234567", "0043 660 / 123 45 67", "(0660) 123-4567"];
  const each = async (typed: string) => {
    const [everything, orders, customers, picked, tickets] = await Promise.all([
      owner.api.search.find({ q: typed }),
      owner.api.orders.list({ search: typed }),
      owner.api.customers.list({ search: typed }),
      owner.api.customers.search({ q: typed }),
      owner.api.tickets.list({ search: typed }),
    ]);
    return {
      everything: [
        ...everything.orders.items.map(({ name }) => name),
        ...everything.customers.items.map(({ name }) => name),
        ...everything.tickets.items.map(({ subject }) => subject),
      ],
      orders: orders.items.map(({ name }) => name),
      customers: [...customers.items, ...picked.items].map(({ name }) => name),
      tickets: tickets.items.map(({ subject }) => subject),
    };
  };
  for (const typed of [...pias, ...parcels, ...phones]) {
    expect(await each(typed), typed).toEqual({
      everything: ["#1152", "Pia Lund", "My lamp"],
      orders: ["#1152"],
      customers: ["Pia Lund", "Pia Lund"],
      tickets: ["My lamp"],
    });
  }
  expect((await each("+43 660 765 43 21")).everything).toEqual(["#1153", "Max Holm", "My chair"]);
  for (const typed of ["Order 99999", "+43 660 0000000", "1Z000"])
    expect(await each(typed), typed).toEqual({ everything: [], orders: [], customers: [], tickets: [] });
});

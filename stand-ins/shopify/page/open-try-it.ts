import type { ShopifyStandIn } from "../create-stand-in.ts";
import { hardOrders } from "./hard-orders.ts";

const day = 24 * 3_600_000;
const people = [
  ["Ada", "Moreau", "ada@customer.example"],
  ["Tomás", "Rivera", "tomas@customer.example"],
  ["Mei", "Tanaka", "mei@customer.example"],
] as const;
const things = [
  ["Linen lamp", "59.00"],
  ["Wool throw", "89.00"],
  ["Oak tray", "34.50"],
  ["Cotton rug", "149.00"],
] as const;

/** Opens a store for connecting an app, with some weeks of orders, shipped and unshipped, usual and unusual. */
export function openTryIt(standIn: Pick<ShopifyStandIn, "addStore" | "now">): void {
  const store = standIn.addStore({ domain: "try-it.myshopify.com", name: "Try it" });
  hardOrders(store);
  const customers = people.map(([firstName, lastName, email]) => store.createCustomer({ firstName, lastName, email }));
  for (let at = 0; at < 12; at += 1) {
    const { id, email } = customers[at % customers.length] ?? { id: null, email: null };
    const [title, price] = things[at % things.length] ?? things[0];
    const createdAt = new Date(standIn.now() - (24 - 2 * at) * day).toISOString().replace(/\.\d+Z$/, "Z");
    const order = store.createOrder({
      customerId: id,
      email,
      createdAt,
      lineItems: [{ title, price, quantity: 1 + (at % 2) }],
      ...(at % 4 === 1 && { discount: "10.00", discountCodes: ["WELCOME10"], shipping: "4.90" }),
    });
    if (at >= 9) continue;
    const number = `1Z999AA1012345${6000 + at}`;
    const shipped = store.shipOrder(order.id, { trackingInfo: [{ number, company: "UPS", url: null }] });
    store.addFulfillmentEvent(order.id, shipped.id, { status: at < 6 ? "DELIVERED" : "IN_TRANSIT" });
  }
}

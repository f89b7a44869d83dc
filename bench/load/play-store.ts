import { createShopifyStandIn } from "../../stand-ins/shopify/create-stand-in.ts";

// node play-store.ts PORT DOMAIN ORDERS: a store that does not throttle, in a process of its own; says its token when it is ready.
const [port, domain, orders] = process.argv.slice(2);
if (!port || !domain || !orders) throw new TypeError("A port, a domain and a number of orders are needed");
const standIn = await createShopifyStandIn({ port: Number(port), throttle: { isOn: false } });
const store = standIn.addStore({ domain });
store.fill(Number(orders));
process.send?.(store.addToken(["read_orders", "read_customers"], { isCustom: true }).accessToken);

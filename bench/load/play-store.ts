import { createShopifyStandIn } from "../../stand-ins/shopify/create-stand-in.ts";

// Usage: node play-store.ts PORT DOMAIN ORDERS. Plays a store that does not throttle, in its own process; prints its token when ready.
const [port, domain, orders] = process.argv.slice(2);
if (!port || !domain || !orders) throw new TypeError("A port, a domain and a number of orders are needed");
const standIn = await createShopifyStandIn({ port: Number(port), throttle: { isOn: false } });
const store = standIn.addStore({ domain });
store.fill(Number(orders));
process.send?.(store.addToken(["read_orders", "read_customers"], { isCustom: true }).accessToken);

import type { Domain } from "../../platform/domain.ts";
import { ofOrders } from "../customers/index.ts";
import { eraseOrdersOf } from "./erase.queries.ts";
import { resolveNumber } from "./numbers/resolve-number.ts";
import { newestCurrency, ordersOfCustomer } from "./of-customer.queries.ts";
import { ordersRoutes } from "./orders.routes.ts";
import { moveOrdersOf, takeOrdersBack } from "./store-orders.queries.ts";

export const orders: Domain = {
  tables: [
    "shopify_orders",
    "shopify_order_line_items",
    "shopify_order_fulfillments",
    "shopify_fulfillment_events",
    "shopify_order_refunds",
  ],
  routes: () => ({ orders: ordersRoutes }),
  subscribers: {
    "customer.redacted": eraseOrdersOf,
    "customer.joined": moveOrdersOf,
    "customer.parted": takeOrdersBack,
  },
  answers: [ofOrders.by({ idsOf: ordersOfCustomer, currency: newestCurrency, resolveNumber })],
};

import type { Domain } from "../../platform/domain.ts";
import { eraseOrdersOf } from "./erase.queries.ts";
import { ordersRoutes } from "./orders.routes.ts";
import { moveOrdersOf, takeOrdersBack } from "./store-orders.queries.ts";

export const orders: Domain = {
  routes: () => ({ orders: ordersRoutes }),
  subscribers: {
    "customer.redacted": eraseOrdersOf,
    "customer.joined": moveOrdersOf,
    "customer.parted": takeOrdersBack,
  },
};

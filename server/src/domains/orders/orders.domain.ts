import type { Domain } from "../../platform/domain.ts";
import { ordersRoutes } from "./orders.routes.ts";

export const orders: Domain = {
  routes: () => ({ orders: ordersRoutes }),
};

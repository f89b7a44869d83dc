import { api } from "../../platform/http/api.ts";
import { listCustomerOrders } from "./list-customer-orders.ts";
import { listOrders, readOrderStats } from "./list-orders.ts";
import { readOrder } from "./read-order.ts";

const { list, stats, get, ofCustomer } = api.orders;

export const ordersRoutes = {
  list: list.handler(({ context, input }) => listOrders(context.read, input)),
  stats: stats.handler(({ context }) => readOrderStats(context.read)),
  get: get.handler(({ context, input }) => readOrder(context.read, input.id)),
  ofCustomer: ofCustomer.handler(({ context, input }) => listCustomerOrders(context.read, input)),
};

import { api, sharedApi } from "../../platform/http/api.ts";
import { listCustomerOrders, listOrders, readOrder, readOrderStats } from "./list-orders.ts";

const { stats } = api.orders;
const { list, get, ofCustomer } = sharedApi.orders;

export const ordersRoutes = {
  list: list.handler(({ context, input }) => listOrders(context.read, input)),
  stats: stats.handler(({ context }) => readOrderStats(context.read)),
  get: get.handler(({ context, input }) => readOrder(context.read, input.id)),
  ofCustomer: ofCustomer.handler(({ context, input }) => listCustomerOrders(context.read, input)),
};

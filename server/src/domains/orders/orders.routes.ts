import { api } from "../../platform/http/api.ts";
import { listCustomerOrders } from "./list-customer-orders.ts";
import { readOrder } from "./read-order.ts";

export const ordersRoutes = {
  get: api.orders.get.handler(({ context, input }) => readOrder(context.read, input.id)),
  ofCustomer: api.orders.ofCustomer.handler(({ context, input }) => listCustomerOrders(context.read, input)),
};

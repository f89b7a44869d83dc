import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { listCustomerOrders } from "./list-customer-orders.ts";

export const orders: Domain = {
  routes: () => ({
    orders: {
      ofCustomer: api.orders.ofCustomer.handler(({ context, input }) => listCustomerOrders(context.read, input)),
    },
  }),
};

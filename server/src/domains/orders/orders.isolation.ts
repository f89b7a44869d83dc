import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { customerId, orderId, secret }) => ({
  inputs: {
    "orders.list": () => ({ search: secret, status: "paid", limit: 5 }),
    "orders.stats": () => ({}),
    "orders.get": () => ({ id: orderId }),
    "orders.ofCustomer": () => ({ customerId, limit: 5 }),
  },
});

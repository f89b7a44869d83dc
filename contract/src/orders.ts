import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { id, money, pageInput, timestamp } from "./page.ts";

const customerOrderSchema = z.object({
  id,
  /** The number as the store writes it, such as '#1042'. */
  name: z.string(),
  /** Null where the platform says none. */
  totalPrice: money.nullable(),
  currency: z.string(),
  /** The platform's words, which may grow; null for none. */
  financialStatus: z.string().nullable(),
  /** Null until something is shipped. */
  fulfillmentStatus: z.string().nullable(),
  /** How many pieces were ordered. */
  itemCount: z.number().int(),
  createdAt: timestamp,
});
export type CustomerOrder = z.infer<typeof customerOrderSchema>;

export const orders = {
  /** A customer's orders, the newest first. */
  ofCustomer: endpoint("orders:read", "GET", "/customers/{customerId}/orders")
    .errors(among("customer_not_found"))
    .input(z.object({ customerId: id }).extend(pageInput.shape))
    .output(z.object({ items: z.array(customerOrderSchema), nextCursor: z.string().nullable() })),
};

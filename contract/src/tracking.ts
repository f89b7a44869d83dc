import * as z from "zod";
import { money } from "./page.ts";

const parsedOrderSchema = z.object({
  /** As the text writes it, such as '#1042', and without '#'. */
  name: z.string(),
  orderNumber: z.string(),
  /** Of the payment, and of the shipping; null where the text has none. */
  status: z.string().nullable(),
  fulfillment: z.string().nullable(),
  amount: money.nullable(),
  /** Null where the text names none. */
  currency: z.string().nullable(),
  /** In the words of the text. */
  date: z.string().nullable(),
  /** The text's tracking line, its number, and its carrier ('Unknown' where it names none). */
  tracking: z.object({ text: z.string(), number: z.string(), carrier: z.string() }).nullable(),
  items: z.array(z.object({ title: z.string(), quantity: z.number().int(), price: money.nullable() })),
});

/** What a ticket's text says of a customer and their orders (docs/product.md#store-data-in-a-text). */
export const parsedStoreDataSchema = z.object({
  /** A note is a colleague's or the store integration's word; what stands in the ticket is whatever its writer says. */
  source: z.enum(["note", "ticket"]),
  customerId: z.string().nullable(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  totalOrders: z.number().int(),
  totalSpent: money.nullable(),
  currency: z.string().nullable(),
  orders: z.array(parsedOrderSchema),
});
export type ParsedStoreData = z.infer<typeof parsedStoreDataSchema>;

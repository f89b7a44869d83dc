import * as z from "zod";
import { id, money } from "./page.ts";

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

/**
 * An order that a ticket is likely to be about (docs/product.md#the-order-of-a-ticket).
 *
 * "certain": its number, or that of a parcel, was named, is of this order alone, and the order is the sender's.
 * "likely": it is the sender's, and may be meant. "other": it was named, and is not the sender's as far as is known.
 */
const foundOrderSchema = z.object({
  orderId: id,
  name: z.string(),
  certainty: z.enum(["certain", "likely", "other"]),
  /** "similar": its number is nearly the one that was named. "only_open", "only_recent": no other order of the sender's is. */
  because: z.enum(["named", "tracking_number", "similar", "only_open", "only_recent"]),
  /** Why it is not certain; null where it is. "without_owner": the order has no customer and no address. */
  doubt: z
    .enum(["another_address", "without_owner", "unverified_sender", "several_fit", "not_called_an_order", "not_named"])
    .nullable(),
  /** What named it, as it is written in the ticket. */
  words: z.array(z.string()),
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** The orders of a ticket, the surest first, and the numbers that were looked for and are no order's. */
export const foundOrdersSchema = z.object({ orders: z.array(foundOrderSchema), notFound: z.array(z.string()) });
export type FoundOrders = z.infer<typeof foundOrdersSchema>;

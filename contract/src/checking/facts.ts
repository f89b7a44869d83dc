import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, money, timestamp } from "../page.ts";

/** A sum that is known of an order. */
const knownAmountSchema = z.object({
  kind: z.enum(["refund", "total", "shipping", "tax", "discount", "line"]),
  amount: money,
  currency: z.string(),
  /** The product, of a line's. */
  title: z.string().nullable(),
});
export type KnownAmount = z.infer<typeof knownAmountSchema>;

/** Something that happened to an order, or is expected to. */
const knownDateSchema = z.object({
  kind: z.enum(["ordered", "shipped", "delivered", "refunded", "cancelled", "expected"]),
  at: timestamp,
});
export type KnownDate = z.infer<typeof knownDateSchema>;

const checkedParcelSchema = z.object({
  number: z.string().nullable(),
  carrier: z.string().nullable(),
  url: z.string().nullable(),
  /** When it was shipped and delivered. */
  dates: z.array(knownDateSchema),
  /** Whether it has arrived; null where that is not known. */
  isDelivered: z.boolean().nullable(),
});
export type CheckedParcel = z.infer<typeof checkedParcelSchema>;

const checkedOrderSchema = z.object({
  /** The number as the store writes it, such as '#1042', and as the platform counts. */
  name: z.string(),
  orderNumber: z.string(),
  /** Whether the ticket is certainly about it. */
  isCertain: z.boolean(),
  currency: z.string(),
  amounts: z.array(knownAmountSchema),
  dates: z.array(knownDateSchema),
  isRefunded: z.boolean(),
  isShipped: z.boolean(),
  /** Whether each of its lines was. */
  isAllShipped: z.boolean(),
  /** Whether a parcel of it has arrived, and whether each one has. */
  isDelivered: z.boolean(),
  isAllDelivered: z.boolean(),
  isCancelled: z.boolean(),
  /** Whether all of it was paid at one time; null where only some of it was, or that is not known. */
  isPaid: z.boolean().nullable(),
  /** Whether a parcel came back to the store; false only while all are known to travel, null where that is not known. */
  isReturned: z.boolean().nullable(),
  parcels: z.array(checkedParcelSchema),
});
export type CheckedOrder = z.infer<typeof checkedOrderSchema>;

/** What a reply to a ticket is compared with before it is sent (docs/product.md#the-check-before-sending). */
const replyFactsSchema = z.object({
  /** The ticket's and its customer's orders, newest first. */
  orders: z.array(checkedOrderSchema),
  /** Some of the store's order names, from which it shows how the store numbers. */
  orderNames: z.array(z.object({ name: z.string(), orderNumber: z.string() })),
  /** How the customer may be called: their name here and on their orders. */
  customerNames: z.array(z.string()),
  storeName: z.string(),
  /** The newest messages of the thread, oldest first. */
  thread: z.array(z.object({ isOurs: z.boolean(), text: z.string() })),
});
export type ReplyFacts = z.infer<typeof replyFactsSchema>;

export const checks = {
  /** Returns what a reply to a ticket is compared with while it is written. */
  factsOf: endpoint("messages:reply", "GET", "/tickets/{ticketId}/facts")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(replyFactsSchema),
};

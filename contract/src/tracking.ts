import * as z from "zod";
import { orderSumsSchema } from "./desk/order-states.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, money, timestamp, tooLong, trimmedText, typedText } from "./page.ts";
import { lookFaults, orderChanges, type TrackingStatus, trackingProgress } from "./vocabulary.ts";

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
  /** Null where the text does not say; 0 where what it says is no number. */
  totalOrders: z.number().int().nullable(),
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
  /** Why it is not certain; null where it is. "without_owner": the order has no customer and no address; "denied": they say that it is not this one. */
  doubt: z
    .enum([
      ...(["another_address", "without_owner", "unverified_sender", "several_fit"] as const),
      ...(["not_called_an_order", "denied", "quoted", "not_named"] as const),
    ])
    .nullable(),
  /** What named it, as it is written in the ticket. */
  words: z.array(z.string()),
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** The orders of a ticket, the surest first, and the numbers that were looked for and are no order's. */
export const foundOrdersSchema = z.object({ orders: z.array(foundOrderSchema), notFound: z.array(z.string()) });
export type FoundOrders = z.infer<typeof foundOrdersSchema>;

const trackingStatus = z.enum(Object.keys(trackingProgress) as [TrackingStatus, ...TrackingStatus[]]);

const trackingInfoSchema = z.object({
  /** As the store writes it, such as '#1042'. */
  orderNumber: z.string(),
  /** Null while nothing is sent, and where the store names none. */
  trackingNumber: z.string().nullable(),
  carrier: z.string().nullable(),
  status: trackingStatus,
  /** The platform's own word, such as `ready_for_pickup`; null where it has none. */
  platformStatus: z.string().nullable(),
  /** In percent. */
  progress: z.number().int(),
  estimatedDelivery: timestamp.nullable(),
  /** When the newest of what is known happened. */
  lastUpdate: timestamp,
  /** The page of one of four carriers, else what the store links to, else a web search; null without a number. */
  trackUrl: z.string().nullable(),
  /** The newest first. */
  events: z.array(
    z.object({
      id: z.string(),
      timestamp,
      status: trackingStatus,
      location: z.string().nullable(),
      description: z.string(),
    }),
  ),
});
/** One parcel of an order, or the order itself while nothing is sent. */
export type TrackingInfo = z.infer<typeof trackingInfoSchema>;

const orderChangeSchema = z.object({
  kind: z.enum(orderChanges),
  at: timestamp,
  /** Of a refund, in the order's currency. */
  amount: money.nullable(),
  /** Of a parcel. */
  trackingNumber: z.string().nullable(),
});
export type OrderChange = z.infer<typeof orderChangeSchema>;

const ticketOrderSchema = z.object({
  id,
  /** The number as the store writes it, such as '#1042', and without what the store adds to it. */
  name: z.string(),
  orderNumber: z.string(),
  totalPrice: money.nullable(),
  totalRefunded: money,
  currency: z.string(),
  sums: orderSumsSchema.nullable(),
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string().nullable(),
  createdAt: timestamp,
  cancelledAt: timestamp.nullable(),
  /** As of when it is known to be so at the store's platform. */
  readAt: timestamp,
  /** The first of what was ordered, in its order; how many lines there are is `lineCount`. */
  items: z.array(
    z.object({
      title: z.string(),
      variantTitle: z.string().nullable(),
      quantity: z.number().int(),
      price: money.nullable(),
    }),
  ),
  lineCount: z.number().int(),
  /** What is asked for first stands first; at least one. */
  parcels: z.array(trackingInfoSchema),
  /** What happened to it since the customer wrote last, or first where nothing did since the last; null for nothing. */
  since: z
    .object({
      writtenAt: timestamp,
      /** Whether that is counted from their last message. */
      isLastMessage: z.boolean(),
      /** The oldest first. */
      changes: z.array(orderChangeSchema),
    })
    .nullable(),
});
export type TicketOrder = z.infer<typeof ticketOrderSchema>;

const storeStateSchema = z.object({
  /** `revoked`: the platform refuses the token, until somebody connects the store again. */
  state: z.enum(["connected", "revoked", "none"]),
  shopDomain: z.string().nullable(),
  lastSyncedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
});
export type StoreState = z.infer<typeof storeStateSchema>;

const trackingNoteSchema = z.object({
  id,
  ticketId: id,
  content: z.string(),
  authorId: id.nullable(),
  authorName: z.string(),
  createdAt: timestamp,
});
export type TrackingNote = z.infer<typeof trackingNoteSchema>;

const ticketCustomerSchema = z.object({
  id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  shopifyCustomerId: z.string().nullable(),
  /** The platform has them, and nothing speaks against the sender of this ticket (docs/product.md#parcels). */
  isVerified: z.boolean(),
  totalOrders: z.number().int(),
  totalSpent: money,
  currency: z.string(),
  otherTickets: z.number().int(),
  /** Their newest. */
  orders: z.array(ticketOrderSchema),
});
export type TicketCustomer = z.infer<typeof ticketCustomerSchema>;

const savedOrderNumberSchema = z.object({
  orderNumber: z.string(),
  savedBy: id.nullable(),
  savedByName: z.string(),
  savedAt: timestamp,
});
export type SavedOrderNumber = z.infer<typeof savedOrderNumberSchema>;

const readOrderSchema = parsedOrderSchema.extend({
  /** `trackUrl` is the page of one of four carriers, else a web search. */
  tracking: parsedOrderSchema.shape.tracking.unwrap().extend({ trackUrl: z.string().nullable() }).nullable(),
});

const ticketTrackingSchema = z.object({
  customer: ticketCustomerSchema.nullable(),
  /** What a colleague says the ticket is about. */
  saved: savedOrderNumberSchema.nullable(),
  /** The order with the saved number, when it is here. */
  savedOrder: ticketOrderSchema.nullable(),
  /** How sure it is that it is the one that is meant (docs/product.md#the-order-that-an-agent-names); null without one. */
  savedCertainty: foundOrderSchema.shape.certainty.nullable(),
  /** Whose that is, where it is not the ticket's customer's. */
  savedDoubt: foundOrderSchema.shape.doubt.unwrap().extract(["another_address", "without_owner"]).nullable(),
  /** The orders that the ticket is likely to be about, the surest first, and the numbers in it that are no order's. */
  found: z.array(foundOrderSchema.omit({ orderId: true, name: true }).extend({ order: ticketOrderSchema })),
  notFound: z.array(z.string()),
  /** Of the saved number and those that are no order's, the ones of orders that the store no longer has. */
  deleted: z.array(z.string()),
  /** What the ticket's text says; null where it says nothing, and where there is live data, which is better. */
  parsed: parsedStoreDataSchema.extend({ orders: z.array(readOrderSchema) }).nullable(),
  store: storeStateSchema,
  /** The newest of them, oldest first; `tracking.listNotes` pages further back. */
  notes: z.array(trackingNoteSchema),
  hasOlderNotes: z.boolean(),
});
export type TicketTracking = z.infer<typeof ticketTrackingSchema>;

/** An order number as one types it, without '#' and what cannot be seen; two numbers stay two. */
const orderNumber = typedText()
  .overwrite((text) =>
    text
      .replace(/\p{Cf}/gu, "")
      .replace(/(?<=\p{Nd})[#＃]+(?=\p{Nd})/gu, " ")
      .replace(/[#＃]/g, "")
      .replace(/\s+/g, " ")
      .trim(),
  )
  .min(1, "Please enter an order number")
  .max(limits.orderNumberLength, tooLong("Order number", limits.orderNumberLength));

export const tracking = {
  /** What is known of the orders of a ticket and of their parcels (docs/product.md#parcels). */
  ofTicket: endpoint("orders:read", "GET", "/tickets/{ticketId}/tracking")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(ticketTrackingSchema),
  /** Keeps the number of the order that a ticket is about; null takes it away. */
  saveOrderNumber: endpoint("tickets:update", "PUT", "/tickets/{ticketId}/order-number")
    .errors(among("ticket_not_found", "ticket_archived", "ticket_changed_meanwhile"))
    .input(
      z.object({
        ticketId: id,
        orderNumber: orderNumber.nullable(),
        /** What the screen showed: when it is no longer so, nothing is changed. */
        expected: z.string().nullable().optional(),
      }),
    )
    .output(z.object({ saved: savedOrderNumberSchema.nullable() })),
  /** Looks an order up by its number: at the store's platform, or as it was read there last. */
  look: endpoint("orders:read", "POST", "/tickets/{ticketId}/tracking/look")
    .errors(among("ticket_not_found", "tracked_order_not_found", "tracked_order_deleted", "tracking_failed"))
    .input(z.object({ ticketId: id, orderNumber }))
    .output(
      z.object({
        order: ticketOrderSchema,
        /** Why the store was asked in vain, so that the order is as it was read last; null where it answered, or none is connected. */
        fault: z.enum(lookFaults).nullable(),
      }),
    ),
  /** One page of the tracking notes further back, oldest first. */
  listNotes: endpoint("tickets:read", "GET", "/tickets/{ticketId}/tracking/notes")
    .errors(among("ticket_not_found"))
    .input(
      z.object({
        ticketId: id,
        before: id.optional(),
        limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.threadPageSize),
      }),
    )
    .output(z.object({ items: z.array(trackingNoteSchema), hasOlder: z.boolean() })),
  addNote: endpoint("tickets:update", "POST", "/tickets/{ticketId}/tracking/notes")
    .errors(among("ticket_not_found", "ticket_archived"))
    .input(
      z.object({
        ticketId: id,
        content: trimmedText("Note", limits.trackingNoteLength, "Note cannot be empty"),
        /** A second request with the same key returns what the first did. */
        idempotencyKey: id,
      }),
    )
    .output(trackingNoteSchema),
};

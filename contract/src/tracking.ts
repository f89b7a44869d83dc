import * as z from "zod";
import { orderSumsSchema } from "./desk/order-states.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, money, timestamp, tooLong, trimmedText, typedText } from "./page.ts";
import { lookFaults, orderChanges, type TrackingStatus, trackingProgress } from "./vocabulary.ts";

const parsedOrderSchema = z.object({
  /** The number as in the text, such as '#1042', and without '#'. */
  name: z.string(),
  orderNumber: z.string(),
  /** The payment status and the shipping status; null if the text has none. */
  status: z.string().nullable(),
  fulfillment: z.string().nullable(),
  amount: money.nullable(),
  /** Null if the text names none. */
  currency: z.string().nullable(),
  /** In the text's own words. */
  date: z.string().nullable(),
  /** The text's tracking line, its number, and its carrier ('Unknown' if it names none). */
  tracking: z.object({ text: z.string(), number: z.string(), carrier: z.string() }).nullable(),
  items: z.array(z.object({ title: z.string(), quantity: z.number().int(), price: money.nullable() })),
});

/** What a ticket's text says about a customer and their orders (docs/product.md#store-data-in-a-text). */
export const parsedStoreDataSchema = z.object({
  /** A note comes from a colleague or the store integration; the ticket is only its writer's word. */
  source: z.enum(["note", "ticket"]),
  customerId: z.string().nullable(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  /** Null if the text does not say; 0 if what it says is no number. */
  totalOrders: z.number().int().nullable(),
  totalSpent: money.nullable(),
  currency: z.string().nullable(),
  orders: z.array(parsedOrderSchema),
});
export type ParsedStoreData = z.infer<typeof parsedStoreDataSchema>;

/**
 * An order that a ticket is probably about (docs/product.md#the-order-of-a-ticket). "certain": the ticket names its number, or
 * that of a parcel, no other order has it, and the order is the sender's. "likely": it is the sender's, and may be meant.
 * "other": the ticket names it, and as far as we know it is not the sender's.
 */
const foundOrderSchema = z.object({
  orderId: id,
  name: z.string(),
  certainty: z.enum(["certain", "likely", "other"]),
  /** "similar": the ticket names nearly its number. "only_open", "only_recent": it is the sender's only open or recent order. */
  because: z.enum(["named", "tracking_number", "similar", "only_open", "only_recent"]),
  /** Null if certain. "without_owner": the order has no customer and no address; "denied": the writer says it is not this one. */
  doubt: z
    .enum([
      ...(["another_address", "without_owner", "unverified_sender", "several_fit"] as const),
      ...(["not_called_an_order", "denied", "quoted", "not_named"] as const),
    ])
    .nullable(),
  /** The words in the ticket that name it. */
  words: z.array(z.string()),
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** The orders of a ticket, surest first, and the numbers that belong to no order. */
export const foundOrdersSchema = z.object({ orders: z.array(foundOrderSchema), notFound: z.array(z.string()) });
export type FoundOrders = z.infer<typeof foundOrdersSchema>;

const trackingStatus = z.enum(Object.keys(trackingProgress) as [TrackingStatus, ...TrackingStatus[]]);

const trackingInfoSchema = z.object({
  /** As the store writes it, such as '#1042'. */
  orderNumber: z.string(),
  /** Null until something is sent, and if the store gives none. */
  trackingNumber: z.string().nullable(),
  carrier: z.string().nullable(),
  status: trackingStatus,
  /** The platform's own word, such as `ready_for_pickup`; null if it has none. */
  platformStatus: z.string().nullable(),
  /** In percent. */
  progress: z.number().int(),
  estimatedDelivery: timestamp.nullable(),
  /** When the newest known event happened. */
  lastUpdate: timestamp,
  /** The page of one of four carriers, else the store's link, else a web search; null without a number. */
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
/** One parcel of an order, or the order itself until something is sent. */
export type TrackingInfo = z.infer<typeof trackingInfoSchema>;

const orderChangeSchema = z.object({
  kind: z.enum(orderChanges),
  at: timestamp,
  /** The amount of a refund, in the order's currency. */
  amount: money.nullable(),
  /** The number of a parcel. */
  trackingNumber: z.string().nullable(),
  /** The colleague who did it from here; null for what was done elsewhere. */
  by: z.string().nullable(),
});
export type OrderChange = z.infer<typeof orderChangeSchema>;

const ticketOrderSchema = z.object({
  id,
  /** The number as the store writes it, such as '#1042', and without the store's own additions. */
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
  /** When the store's platform last confirmed this. */
  readAt: timestamp,
  /** The first items, in the order's sequence; `lineCount` is the number of all. */
  items: z.array(
    z.object({
      title: z.string(),
      variantTitle: z.string().nullable(),
      quantity: z.number().int(),
      price: money.nullable(),
    }),
  ),
  lineCount: z.number().int(),
  /** The parcel that was asked for first comes first; at least one. */
  parcels: z.array(trackingInfoSchema),
  /** What happened to it since the customer's last message, or if nothing did, since their first; null for nothing. */
  since: z
    .object({
      writtenAt: timestamp,
      /** Whether it is counted from their last message. */
      isLastMessage: z.boolean(),
      /** Oldest first. */
      changes: z.array(orderChangeSchema),
    })
    .nullable(),
});
export type TicketOrder = z.infer<typeof ticketOrderSchema>;

const storeStateSchema = z.object({
  /** `revoked`: the platform refuses the token until a person connects the store again. */
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
  /** Whether the platform has them too, and nothing speaks against this ticket's sender (docs/product.md#parcels). */
  isVerified: z.boolean(),
  totalOrders: z.number().int(),
  totalSpent: money,
  currency: z.string(),
  otherTickets: z.number().int(),
  /** Their newest orders. */
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
  /** The order number that a colleague saved for the ticket. */
  saved: savedOrderNumberSchema.nullable(),
  /** The order with the saved number, if it is here. */
  savedOrder: ticketOrderSchema.nullable(),
  /** How sure it is that this order is meant (docs/product.md#the-order-that-an-agent-names); null without an order. */
  savedCertainty: foundOrderSchema.shape.certainty.nullable(),
  /** Why the order may not be the ticket's customer's; null if it is theirs. */
  savedDoubt: foundOrderSchema.shape.doubt.unwrap().extract(["another_address", "without_owner"]).nullable(),
  /** The orders that the ticket is probably about, surest first, and the numbers in it that belong to no order. */
  found: z.array(foundOrderSchema.omit({ orderId: true, name: true }).extend({ order: ticketOrderSchema })),
  notFound: z.array(z.string()),
  /** Those numbers, the saved one included, whose orders the store has deleted. */
  deleted: z.array(z.string()),
  /** What the ticket's text says; null if it says nothing, or if there is live data, which is better. */
  parsed: parsedStoreDataSchema.extend({ orders: z.array(readOrderSchema) }).nullable(),
  store: storeStateSchema,
  /** The newest ones, oldest first; `tracking.listNotes` pages further back. */
  notes: z.array(trackingNoteSchema),
  hasOlderNotes: z.boolean(),
});
export type TicketTracking = z.infer<typeof ticketTrackingSchema>;

/** An order number as people type it, without '#' and invisible characters; two numbers stay two. */
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
  /** Returns what is known about a ticket's orders and parcels (docs/product.md#parcels). */
  ofTicket: endpoint("orders:read", "GET", "/tickets/{ticketId}/tracking")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(ticketTrackingSchema),
  /** Saves the number of the order that a ticket is about; null removes it. */
  saveOrderNumber: endpoint("tickets:update", "PUT", "/tickets/{ticketId}/order-number")
    .errors(among("ticket_not_found", "ticket_archived", "ticket_changed_meanwhile"))
    .input(
      z.object({
        ticketId: id,
        orderNumber: orderNumber.nullable(),
        /** The number that the screen showed: if it has changed, nothing is saved. */
        expected: z.string().nullable().optional(),
      }),
    )
    .output(z.object({ saved: savedOrderNumberSchema.nullable() })),
  /** Looks up an order by its number: at the store's platform, or as last read from there. */
  look: endpoint("orders:read", "POST", "/tickets/{ticketId}/tracking/look")
    .errors(among("ticket_not_found", "tracked_order_not_found", "tracked_order_deleted", "tracking_failed"))
    .input(z.object({ ticketId: id, orderNumber }))
    .output(
      z.object({
        order: ticketOrderSchema,
        /** Why the store could not answer, so that the order is shown as last read; null if it answered, or none is connected. */
        fault: z.enum(lookFaults).nullable(),
      }),
    ),
  /** Returns an older page of the tracking notes, oldest first. */
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
        /** A second request with the same key returns what the first one did. */
        idempotencyKey: id,
      }),
    )
    .output(trackingNoteSchema),
};

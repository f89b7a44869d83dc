import * as z from "zod";
import { money } from "../page.ts";
import type { TrackingStatus } from "../vocabulary.ts";
import { fulfillments, payments } from "./order-words.ts";

/** The word for each state of a parcel (docs/product.md#parcels). */
export const parcelLabels: Record<TrackingStatus, string> = {
  "order-placed": "Order Placed",
  processing: "Processing",
  shipped: "Shipped",
  "out-for-delivery": "Out for Delivery",
  "ready-for-pickup": "Ready for Pickup",
  delivered: "Delivered",
  exception: "Exception",
  cancelled: "Cancelled",
  "not-shipped": "Nothing to Ship",
};

/** Returns a payment status in words (docs/product.md#orders); an unknown one as the platform writes it. */
export function paymentLabel(status: string | null): string {
  return wordOf(payments, status) ?? "Unknown";
}

/** Returns a shipping status in words, in the same way. */
export function fulfillmentLabel(status: string | null): string {
  return wordOf(fulfillments, status) ?? "Not Shipped";
}

// Depending on its source, a status may be in upper case or have spaces.
function wordOf(words: Readonly<Record<string, string>>, status: string | null): string | undefined {
  const word = status?.trim() ?? "";
  const key = word.toLowerCase().replace(/[\s-]+/g, "_");
  return Object.hasOwn(words, key) ? words[key] : word || undefined;
}

const parts = {
  /** What was ordered, after discounts; with taxes where they are in the prices. */
  subtotal: money.nullable(),
  discounts: money.nullable(),
  shipping: money.nullable(),
  tax: money.nullable(),
};

/** What an order's total is made of, in the store's currency; null where the platform does not say. */
export const orderSumsSchema = z.object({
  ...parts,
  discountCodes: z.array(z.string()),
  /** Whether the prices have the taxes in them. */
  isTaxIncluded: z.boolean(),
  /** The same in the currency that the customer saw and paid in; null where that is the store's. */
  shown: z.object({ ...parts, currency: z.string(), total: money.nullable(), refunded: money.nullable() }).nullable(),
});
export type OrderSums = z.infer<typeof orderSumsSchema>;

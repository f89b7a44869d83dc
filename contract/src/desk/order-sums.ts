import * as z from "zod";
import { money } from "../page.ts";

const parts = {
  /** The goods after discounts; with taxes if prices include them. */
  subtotal: money.nullable(),
  discounts: money.nullable(),
  shipping: money.nullable(),
  tax: money.nullable(),
};

/** The sums that make an order's total, in the store's currency; null if the platform does not say. */
export const orderSumsSchema = z.object({
  ...parts,
  discountCodes: z.array(z.string()),
  /** Whether prices include taxes. */
  isTaxIncluded: z.boolean(),
  /** The same in the currency that the customer saw and paid in; null if that is the store's. */
  shown: z.object({ ...parts, currency: z.string(), total: money.nullable(), refunded: money.nullable() }).nullable(),
});
export type OrderSums = z.infer<typeof orderSumsSchema>;

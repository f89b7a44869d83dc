import * as z from "zod";
import { money } from "../page.ts";

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

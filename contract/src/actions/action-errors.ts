import * as z from "zod";

/** What changed of an order since it was looked at; `from` and `to` are amounts or Shopify's words, null where there is nothing to say. */
export const changesSchema = z.array(
  z.object({
    what: z.enum(["cancelled", "paid", "refunded", "shipped", "items", "address", "tags", "note", "amount"]),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
);
export type OrderDifference = z.infer<typeof changesSchema>[number];

/**
 * Which limit an action is above. `each`: the amount at once; `day`: the amounts of 24 hours, of which `used` were used; `times`: actions of this
 * kind within 24 hours; `asks`: this role asks each time.
 */
export const aboveSchema = z.object({
  why: z.enum(["each", "day", "times", "asks"]),
  limit: z.string().nullable(),
  used: z.string().nullable(),
  /** Of the amounts; null for times. */
  currency: z.string().nullable(),
});
export type AboveLimit = z.infer<typeof aboveSchema>;

/** What acting on orders may refuse. */
export const actionErrors = {
  order_actions_not_granted: {
    status: 409,
    message: "Deskhand may not change orders at your store. An administrator can allow it in Shopify Integration",
    data: z.object({ missing: z.array(z.string()) }),
  },
  order_actions_lost: {
    status: 409,
    message: "Shopify no longer lets Deskhand do this. An administrator can allow it again in Shopify Integration",
    data: z.object({ missing: z.array(z.string()) }),
  },
  order_changed_meanwhile: {
    status: 409,
    message: "This order changed since you looked at it",
    data: z.object({ changes: changesSchema }),
  },
  order_action_impossible: {
    status: 409,
    message: "This cannot be done to this order",
    data: z.object({ because: z.string() }),
  },
  order_action_running: {
    status: 409,
    message: "Something is being done to this order at this moment. Wait until it has ended",
    data: z.object({ actionId: z.string() }),
  },
  order_refund_too_much: {
    status: 409,
    message: "This is more than is left to refund",
    data: z.object({ most: z.string(), currency: z.string() }),
  },
  order_action_needs_approval: {
    status: 409,
    message: "This is more than you may do alone. Ask a colleague to approve it",
    data: aboveSchema,
  },
  order_action_not_found: { status: 404, message: "This action is no longer kept" },
  order_action_not_unknown: { status: 409, message: "It is known what became of this" },
  approval_is_own: { status: 409, message: "You asked for this yourself, so a colleague has to decide" },
  approval_not_own: { status: 409, message: "Only who asked can take this back" },
  approval_decided: {
    status: 409,
    message: "This was decided already, or nobody can decide it any more",
    data: z.object({ state: z.string() }),
  },
  approval_above_limit: {
    status: 409,
    message: "This is more than you may approve. Somebody with a higher limit has to decide",
    data: aboveSchema,
  },
  too_many_approvals: {
    status: 409,
    message: "You have 50 requests that wait for approval, which is the most. Take one back first",
  },
  order_limits_changed_meanwhile: {
    status: 409,
    message: "These limits were changed meanwhile",
    data: z.object({ version: z.number() }),
  },
} as const;

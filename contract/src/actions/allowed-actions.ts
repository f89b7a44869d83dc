import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { money } from "../page.ts";
import { roles } from "../permissions.ts";
import { actionModes, orderActionKinds } from "./action-kinds.ts";
import { typedAmount } from "./action-parts.ts";

const limitOf = <A extends z.ZodType>(amount: A) =>
  z.object({
    kind: z.enum(orderActionKinds),
    /** `may`: within the limits below; `asks`: each needs a colleague's approval; `off`: not at all, and nobody of the role approves it. */
    mode: z.enum(actionModes),
    /** How many within 24 hours; null for no limit. */
    times: z.number().int().min(0, "There is no number below 0").max(10_000, "This is too much").nullable(),
    /**
     * The most at once, and within 24 hours; null for no limit. Only refunds have amounts: whatever gives the customer money, such as a cancellation that
     * refunds or an edit that lowers the sum, has to be within the limits of refunds too.
     */
    each: amount.nullable(),
    day: amount.nullable(),
  });

const roleLimits = <A extends z.ZodType>(amount: A) =>
  z.object({ role: z.enum(roles), kinds: z.array(limitOf(amount)).length(orderActionKinds.length) });

const limitsSchema = z.object({
  /** Counts up with each change; goes back with `save`. 0 until somebody changed them: then these are the defaults. */
  version: z.number().int(),
  /** The store's currency, which the amounts are in. Amounts saved in another one are 0 until they are saved anew. */
  currency: z.string(),
  /** Every role, each with every kind. */
  roles: z.array(roleLimits(money)),
  /** What holds for whoever asks, and how much of it they used within 24 hours. */
  own: z.object({ each: money.nullable(), day: money.nullable(), used: money }),
});
export type OrderLimits = z.infer<typeof limitsSchema>;
export type RoleLimits = OrderLimits["roles"][number];
export type KindLimit = RoleLimits["kinds"][number];

const refusal = "Only administrators can change what may be done to orders";

/** What each role may do to orders alone (docs/product.md#acting-on-orders). Above it a colleague approves. */
export const orderLimits = {
  get: endpoint("orders:read", "GET", "/order-limits").output(limitsSchema),
  save: endpoint("store:manage", "PUT", "/order-limits", { refusal })
    .errors(among("order_limits_changed_meanwhile"))
    .input(z.object({ version: z.number().int(), roles: z.array(roleLimits(typedAmount)).length(roles.length) }))
    .output(limitsSchema),
};

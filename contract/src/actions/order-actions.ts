import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, money, oneLine, trimmedText, typedText } from "../page.ts";
import { actionLimits } from "./action-limits.ts";
import { orderActionSchema, orderLookSchema, planSchema, previewSchema } from "./action-parts.ts";

const listSchema = z.object({ items: z.array(orderActionSchema) });

/** Without a store, a permission or an answer nothing can be looked at or done. */
const storeRefusals = among(
  ...(["order_not_found", "store_not_connected", "store_needs_reconnecting", "store_unreachable"] as const),
  ...(["order_actions_not_granted", "order_actions_lost"] as const),
);
const planRefusals = {
  ...storeRefusals,
  ...among("order_changed_meanwhile", "order_action_impossible", "order_refund_too_much", "ticket_not_found"),
};
const startRefusals = { ...planRefusals, ...among("order_action_running") };

/** What was looked at: `version` of a look or of a preview. */
const version = z.string().max(2_000);
const onTicket = z.object({
  orderId: id,
  /** The ticket from which it is done, whose trail tells of it; null for none. */
  ticketId: id.nullable(),
});
const approvalWord = (words: string) => trimmedText("This", actionLimits.approvalWordLength, words).overwrite(oneLine);

/** Acting on orders in the ticket (docs/product.md#acting-on-orders). */
export const orderActions = {
  /**
   * Lists what was done to an order from here, newest first, and what waits for approval. From our database: it works without a store, too. A screen reads it again
   * with the event `order-action.changed`.
   */
  ofOrder: endpoint("orders:read", "GET", "/orders/{orderId}/actions")
    .errors(among("order_not_found"))
    .input(z.object({ orderId: id }))
    .output(listSchema),
  /** The same for everything that was done from a ticket, whatever order. */
  ofTicket: endpoint("orders:read", "GET", "/tickets/{ticketId}/order-actions")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(listSchema),
  /** Lists what waits for somebody's decision: what one may decide oneself first, then what one asked for. */
  waiting: endpoint("orders:read", "GET", "/order-actions/waiting").output(listSchema),
  get: endpoint("orders:read", "GET", "/order-actions/{id}")
    .errors(among("order_action_not_found"))
    .input(z.object({ id }))
    .output(orderActionSchema),
  /**
   * Reads an order at Shopify, with all that actions choose from. It takes as long as Shopify takes (up to 10 s): open the dialog at once with a sign of waiting.
   */
  look: endpoint("orders:act", "POST", "/orders/{orderId}/actions/look", { twice: "reads only" })
    .errors(storeRefusals)
    .input(z.object({ orderId: id }))
    .output(orderLookSchema),
  /**
   * Says what an action would do in money and stock, as Shopify computes it at this moment. It changes nothing. `version` of the answer goes into `act` or `ask`. Fails with
   * `order_changed_meanwhile`, and what changed, if the order is no longer as in the version given.
   */
  preview: endpoint("orders:act", "POST", "/orders/{orderId}/actions/preview", { twice: "reads only" })
    .errors(planRefusals)
    .input(z.object({ orderId: id, plan: planSchema, version }))
    .output(previewSchema),
  /**
   * Does it. The answer comes as soon as it is stored, in the state `planned`; what becomes of it comes with the event `order-action.changed` (read `get` then).
   * A second request with the same key returns the same action.
   */
  act: endpoint("orders:act", "POST", "/orders/{orderId}/actions")
    .errors({ ...startRefusals, ...among("order_action_needs_approval") })
    .input(onTicket.extend({ plan: planSchema, version, idempotencyKey: id }))
    .output(orderActionSchema),
  /** Asks colleagues to approve it instead, with a word why. They are notified; the answer is in the state `waiting`. */
  ask: endpoint("orders:act", "POST", "/orders/{orderId}/actions/approval")
    .errors({ ...startRefusals, ...among("too_many_approvals") })
    .input(
      onTicket.extend({ plan: planSchema, version, idempotencyKey: id, why: approvalWord("Say why it is needed") }),
    )
    .output(orderActionSchema),
  /** Approves what somebody asked for: it is done as both wanted it. If the order changed since, the request ends, and this fails with what changed. */
  approve: endpoint("orders:approve", "POST", "/order-actions/{id}/approve", { twice: "it is approved once" })
    .errors({
      ...startRefusals,
      ...among("order_action_not_found", "approval_is_own", "approval_decided", "approval_above_limit"),
    })
    .input(z.object({ id }))
    .output(orderActionSchema),
  /** Declines it with a word, which who asked is told. */
  decline: endpoint("orders:approve", "POST", "/order-actions/{id}/decline", { twice: "it is declined once" })
    .errors(among("order_action_not_found", "approval_is_own", "approval_decided"))
    .input(z.object({ id, word: approvalWord("Say why not") }))
    .output(orderActionSchema),
  /** Takes one's own request back. */
  takeBack: endpoint("orders:act", "POST", "/order-actions/{id}/take-back", { twice: "it is taken back once" })
    .errors(among("order_action_not_found", "approval_not_own", "approval_decided"))
    .input(z.object({ id }))
    .output(orderActionSchema),
  /** Has Deskhand read the order once more for an action that is `unknown`; the answer is in the state `looking`. */
  lookAgain: endpoint("orders:act", "POST", "/order-actions/{id}/look", { twice: "it looks once" })
    .errors(among("order_action_not_found", "order_action_not_unknown", "order_action_running"))
    .input(z.object({ id }))
    .output(orderActionSchema),
  /** Searches the store's products for one to add to an order. Needs `read_products`; without it fails with `order_actions_not_granted`. */
  variants: endpoint("orders:act", "GET", "/order-actions/variants")
    .errors(storeRefusals)
    .input(z.object({ search: typedText().max(200, "Search for at most 200 characters") }))
    .output(
      z.object({
        items: z.array(
          z.object({
            variantId: z.string(),
            title: z.string(),
            variantTitle: z.string().nullable(),
            sku: z.string().nullable(),
            price: money,
            currency: z.string(),
            /** How many are in stock; null if the store does not count them. */
            available: z.number().int().nullable(),
          }),
        ),
      }),
    ),
};

import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, oneLine, pageInput, timestamp, trimmedText } from "../page.ts";
import { effectSchema, effectStates } from "./effects.ts";
import { webhookLimits } from "./webhook-limits.ts";

const nameSchema = trimmedText("Name", webhookLimits.webhookNameLength, "Name is required").overwrite(oneLine);
const urlSchema = trimmedText("Address", webhookLimits.webhookUrlLength, "Enter an address");

const webhookSchema = z.object({
  id,
  name: z.string(),
  url: z.string(),
  /** Null for somebody who was deleted. */
  madeBy: z.string().nullable(),
  createdAt: timestamp,
  /** Since when nothing but tests is sent to it; null while it is not paused. */
  pausedAt: timestamp.nullable(),
  /** The state of its last delivery; null before the first. */
  last: z.object({ state: z.enum(effectStates), at: timestamp }).nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** Shown only in this answer: it is kept sealed. */
const secret = z.string();

/** Where rules send word of a ticket to, signed by the rules of Standard Webhooks (docs/product.md#webhooks-of-a-store). */
export const webhooks = {
  /** Lists the store's webhooks by name. */
  list: endpoint("webhooks:manage", "GET", "/webhooks", { v1: true }).output(
    z.object({ items: z.array(webhookSchema) }),
  ),
  /** Returns the secret that signs its deliveries, this once. */
  create: endpoint("webhooks:manage", "POST", "/webhooks", { v1: true })
    .errors(among("too_many_webhooks", "webhook_name_taken"))
    // A second request with the same key returns what the first one made.
    .input(z.object({ name: nameSchema, url: urlSchema, idempotencyKey: id }))
    .output(z.object({ webhook: webhookSchema, secret })),
  update: endpoint("webhooks:manage", "PUT", "/webhooks/{id}", { v1: true })
    .errors(among("webhook_not_found", "webhook_name_taken"))
    .input(z.object({ id, name: nameSchema, url: urlSchema }))
    .output(webhookSchema),
  /** Replaces the secret; deliveries are signed with the new one at once. */
  replaceSecret: endpoint("webhooks:manage", "POST", "/webhooks/{id}/secret", { twice: "the last secret counts" })
    .errors(among("webhook_not_found"))
    .input(z.object({ id }))
    .output(z.object({ secret })),
  /** Sends a delivery that says it is a test. */
  test: endpoint("webhooks:manage", "POST", "/webhooks/{id}/test", { v1: true })
    .errors(among("webhook_not_found"))
    .input(z.object({ id, idempotencyKey: id }))
    .output(z.object({ effectId: id })),
  /** Lists what was sent to it, newest first. */
  deliveries: endpoint("webhooks:manage", "GET", "/webhooks/{id}/deliveries", { v1: true })
    .errors(among("webhook_not_found"))
    .input(pageInput.extend({ id }))
    .output(z.object({ items: z.array(effectSchema), nextCursor: z.string().nullable() })),
  /** Sends deliveries of a time again, the oldest first and in their order: those that were not taken, or all. */
  replay: endpoint("webhooks:manage", "POST", "/webhooks/{id}/replay", {
    v1: true,
    twice: "what waits is not begun again",
  })
    .errors(among("webhook_not_found"))
    .input(
      z.object({
        id,
        from: timestamp,
        /** The first moment that is not meant; absent for now. */
        until: timestamp.optional(),
        /** Also those that the receiver took. */
        all: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        /** How many are sent again. */
        count: z.number().int(),
        /** Whether there are more: at most 1,000 are begun at once. */
        hasMore: z.boolean(),
      }),
    ),
  remove: endpoint("webhooks:manage", "DELETE", "/webhooks/{id}", { v1: true })
    .errors(among("webhook_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};

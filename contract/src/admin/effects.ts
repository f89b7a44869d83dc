import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, timestamp } from "../page.ts";

/** What can be done outside that is no mail. */
export const effectKinds = ["webhook", "order-action"] as const;
export type EffectKind = (typeof effectKinds)[number];

/**
 * What became of it. `planned`: it waits for its next try; `sent`: it is on its way; `refused`: it will not be done; `unknown`: it
 * was perhaps done, as the last try was never answered.
 */
export const effectStates = ["planned", "sent", "done", "refused", "unknown"] as const;
export type EffectState = (typeof effectStates)[number];

export const effectSchema = z.object({
  id,
  kind: z.enum(effectKinds),
  /** What it is done to, such as a webhook. */
  targetId: id,
  /** Null for none, and for a ticket that was deleted. */
  ticketId: id.nullable(),
  /** Who or what caused it, by the name at the time. */
  cause: z.object({ kind: z.enum(["person", "rule", "key", "import", "system"]), name: z.string() }),
  state: z.enum(effectStates),
  tries: z.number().int(),
  /** When it is tried next; null if it is not. */
  nextTryAt: timestamp.nullable(),
  createdAt: timestamp,
  changedAt: timestamp,
  /** What the other side said last, or why there was no answer. */
  answer: z.string().nullable(),
});
export type Effect = z.infer<typeof effectSchema>;

/** What is done outside that is no mail (docs/product.md#webhooks-of-a-store). */
export const effects = {
  /** Does it again, under its id, by which a receiver can tell the repetition. One that is on its way stays so. */
  replay: endpoint("webhooks:manage", "POST", "/effects/{id}/replay", {
    v1: true,
    twice: "one that waits is not begun again",
  })
    .errors(among("effect_not_found"))
    .input(z.object({ id }))
    .output(effectSchema),
};

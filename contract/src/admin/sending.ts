import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { timestamp } from "../page.ts";

/** What a mail counts as: to somebody who never wrote to the store, or to somebody who did. */
export type Quota = "first" | "reply";

/** How far a store is trusted with sending. */
const sendingLevels = ["new", "established", "trusted"] as const;
export type SendingLevel = (typeof sendingLevels)[number];

const quotaSchema = z.object({
  /** Today, by UTC. */
  sent: z.number().int(),
  /** Not counted yet: on their way, or held back until another day. */
  waiting: z.number().int(),
  /** A day; null without one. */
  limit: z.number().int().nullable(),
});

const sendingLimitsSchema = z.object({
  level: z.enum(sendingLevels),
  first: quotaSchema,
  reply: quotaSchema,
  /** When the next day's mails begin. */
  endsAt: timestamp,
});
export type SendingLimits = z.infer<typeof sendingLimitsSchema>;

export const sending = {
  /** How much mail the store may send today, and has sent. */
  limits: endpoint("admin:read", "GET", "/sending/limits").output(sendingLimitsSchema),
};

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
  /** New tickets that were acknowledged, which is not counted again among the replies; null where the store acknowledges none. */
  acknowledgement: quotaSchema.nullable(),
  /** When the next day's mails begin. */
  endsAt: timestamp,
});
export type SendingLimits = z.infer<typeof sendingLimitsSchema>;

/** What was found of a record, in words; "unknown" where nobody could say. */
export const findingSchema = z.object({
  state: z.enum(["right", "missing", "wrong", "unknown"]),
  words: z.string(),
  /** The records that stand there. */
  found: z.array(z.string()),
});
export type Finding = z.infer<typeof findingSchema>;

const senderDomainSchema = z.object({
  /** The sender email of the store's settings. */
  address: z.string(),
  /** As DNS has it; null where the address has none. */
  domain: z.string().nullable(),
  /**
   * "verified" where mails come from the address; "ours" where it is at this installation's own domain, "webmail" and
   * "none" where nobody can set it up.
   */
  state: z.enum(["verified", "unverified", "ours", "webmail", "none"]),
  /** TXT records to set; none where nobody can, or they were never asked for. */
  records: z.array(
    z.object({
      kind: z.enum(["dkim", "spf", "dmarc"]),
      name: z.string(),
      value: z.string(),
      /** Null while it was never looked for. */
      finding: findingSchema.nullable(),
    }),
  ),
  checkedAt: timestamp.nullable(),
});
export type SenderDomain = z.infer<typeof senderDomainSchema>;

export const sending = {
  /** What the domain of the sender email has to publish, and what was found when it was looked for. */
  domain: endpoint("admin:read", "GET", "/sending/domain").output(senderDomainSchema),
  /** Looks for the records now, at most every few seconds; makes the domain's key where there is none. */
  checkDomain: endpoint("email-settings:manage", "POST", "/sending/domain/check").output(senderDomainSchema),
  /** How much mail the store may send today, and has sent. */
  limits: endpoint("admin:read", "GET", "/sending/limits").output(sendingLimitsSchema),
};

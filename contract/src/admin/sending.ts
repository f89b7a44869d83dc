import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { timestamp } from "../page.ts";

/** What a mail counts as: one to a person who never wrote to the store, or to one who did. */
export type Quota = "first" | "reply";

/** How far a store is trusted with sending. */
const sendingLevels = ["new", "established", "trusted"] as const;
export type SendingLevel = (typeof sendingLevels)[number];

const quotaSchema = z.object({
  /** The number of today (UTC). */
  sent: z.number().int(),
  /** Mails not counted yet: on their way, or held back until another day. */
  waiting: z.number().int(),
  /** The limit per day; null if there is none. */
  limit: z.number().int().nullable(),
});

const sendingLimitsSchema = z.object({
  level: z.enum(sendingLevels),
  first: quotaSchema,
  reply: quotaSchema,
  /** Acknowledged new tickets, which do not count again as replies; null if the store acknowledges none and no rule replied. */
  acknowledgement: quotaSchema.nullable(),
  /** When the next day begins. */
  endsAt: timestamp,
});
export type SendingLimits = z.infer<typeof sendingLimitsSchema>;

/** What was found of a DNS record, in words; "unknown" if DNS gave no answer. */
export const findingSchema = z.object({
  state: z.enum(["right", "missing", "wrong", "unknown"]),
  words: z.string(),
  /** The records that were found. */
  found: z.array(z.string()),
});
export type Finding = z.infer<typeof findingSchema>;

const senderDomainSchema = z.object({
  /** The sender email in the store's settings. */
  address: z.string(),
  /** As DNS has it; null if the address has none. */
  domain: z.string().nullable(),
  /**
   * "verified" if mails come from the address; "ours" if it is at this installation's own domain; "webmail" and "none" if nobody
   * can set it up.
   */
  state: z.enum(["verified", "unverified", "ours", "webmail", "none"]),
  /** TXT records to publish; none if nobody can, or if they were never asked for. */
  records: z.array(
    z.object({
      kind: z.enum(["dkim", "spf", "dmarc"]),
      name: z.string(),
      value: z.string(),
      /** Null if nobody ever looked. */
      finding: findingSchema.nullable(),
    }),
  ),
  checkedAt: timestamp.nullable(),
});
export type SenderDomain = z.infer<typeof senderDomainSchema>;

export const sending = {
  /** Returns what the sender email's domain has to publish, and what was found there last. */
  domain: endpoint("admin:read", "GET", "/sending/domain").output(senderDomainSchema),
  /** Looks for the records now, at most every few seconds; makes the domain's key if there is none. */
  checkDomain: endpoint("email-settings:manage", "POST", "/sending/domain/check").output(senderDomainSchema),
  /** Returns how much mail the store may send today, and how much it has sent. */
  limits: endpoint("admin:read", "GET", "/sending/limits").output(sendingLimitsSchema),
};

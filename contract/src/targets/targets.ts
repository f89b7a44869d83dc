import * as z from "zod";
import { ruleLimits } from "../admin/rule-limits.ts";
import { conditionSchema } from "../admin/rules.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, oneLine, timestamp, trimmedText } from "../page.ts";
import { clockNames, pausingStatuses } from "./clock.ts";
import { targetLimits } from "./target-limits.ts";

const minutes = z
  .number()
  .int()
  .min(1, "Enter a time from 1 minute to a year")
  .max(targetLimits.targetMinutes, "Enter a time from 1 minute to a year")
  .nullable();

const policyShape = {
  name: trimmedText("Name", targetLimits.targetNameLength, "Name is required").overwrite(oneLine),
  /** Whether all conditions have to hold, or one of them. */
  matches: z.enum(["all", "any"]),
  conditions: z
    .array(conditionSchema)
    .max(ruleLimits.ruleConditions, `At most ${ruleLimits.ruleConditions} conditions`),
  /** How long each clock runs, in minutes; null where the policy has no such target. */
  firstReplyMinutes: minutes,
  nextReplyMinutes: minutes,
  resolutionMinutes: minutes,
  /** The working hours in which the clocks run; null for around the clock. */
  calendarId: id.nullable(),
  /** The statuses in which they stand still. */
  pausing: z.array(z.enum(pausingStatuses)).max(pausingStatuses.length),
};
type Times = { firstReplyMinutes: number | null; nextReplyMinutes: number | null; resolutionMinutes: number | null };
const hasTarget = ({ firstReplyMinutes, nextReplyMinutes, resolutionMinutes }: Times) =>
  (firstReplyMinutes ?? nextReplyMinutes ?? resolutionMinutes) !== null;
const noTarget = { path: ["firstReplyMinutes"], message: "Enter a time for at least one target" };

const definitionSchema = z.object(policyShape).refine(hasTarget, noTarget);
export type PolicyDefinition = z.output<typeof definitionSchema>;

const policySchema = z.object({
  ...policyShape,
  id,
  isOn: z.boolean(),
  /** Counts its changes. */
  version: z.number().int(),
  /** The name of who changed it last; null for somebody who was deleted. */
  changedBy: z.string().nullable(),
  updatedAt: timestamp,
});
export type Policy = z.infer<typeof policySchema>;

const clockSchema = z.object({
  clock: z.enum(clockNames),
  beganAt: timestamp,
  targetMinutes: z.number().int(),
  /** As on the ticket's card. */
  dueAt: timestamp.nullable(),
  riskAt: timestamp.nullable(),
  leftMs: z.number().nullable(),
  /** The times in which a status stopped it; null while it still does. */
  pauses: z.array(z.object({ from: timestamp, to: timestamp.nullable() })),
});

const saveErrors = ["policy_name_taken", "calendar_not_found"] as const;

/** By when a store wants to have replied (docs/product.md#targets). */
export const targets = {
  /** Lists the store's policies: the first one that is on and whose conditions hold is a ticket's. */
  list: endpoint("tickets:read", "GET", "/targets").output(z.object({ items: z.array(policySchema) })),
  create: endpoint("targets:manage", "POST", "/targets")
    .errors(among("too_many_policies", ...saveErrors))
    // A second request with the same key returns what the first one made.
    .input(
      z.object({ ...policyShape, isOn: z.boolean().default(false), idempotencyKey: id }).refine(hasTarget, noTarget),
    )
    .output(policySchema),
  update: endpoint("targets:manage", "PUT", "/targets/{id}")
    .errors(among("policy_not_found", "policy_changed_meanwhile", ...saveErrors))
    .input(z.object({ ...policyShape, id, expectedVersion: z.number().int() }).refine(hasTarget, noTarget))
    .output(policySchema),
  switch: endpoint("targets:manage", "POST", "/targets/{id}/switch", { twice: "sets" })
    .errors(among("policy_not_found"))
    .input(z.object({ id, isOn: z.boolean() }))
    .output(policySchema),
  /** Puts the policies in this order; those that are not named follow. */
  arrange: endpoint("targets:manage", "POST", "/targets/order", { twice: "sets" })
    .input(z.object({ ids: z.array(id).max(targetLimits.policies) }))
    .output(z.object({ items: z.array(policySchema) })),
  remove: endpoint("targets:manage", "DELETE", "/targets/{id}")
    .errors(among("policy_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** Says which policy is a ticket's, and how its clocks came to what they show, read from its trail. */
  ofTicket: endpoint("tickets:read", "GET", "/tickets/{ticketId}/targets")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(
      z.object({
        policy: z.object({ id, name: z.string(), calendarId: id.nullable(), pausing: policyShape.pausing }).nullable(),
        clocks: z.array(clockSchema),
      }),
    ),
};

import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, oneLine, timestamp, trimmedText, typedText } from "../page.ts";
import { ruleLimits } from "./rule-limits.ts";
import {
  macroActions,
  nobody,
  type RuleComparisonKind,
  type RuleTrigger,
  ruleActions,
  ruleComparisons,
  ruleFields,
  ruleTriggers,
} from "./rule-parts.ts";

const keysOf = <Table extends object>(table: Table) => Object.keys(table) as [keyof Table & string];
const texts = z.array(trimmedText("A value", ruleLimits.ruleValueLength, "Enter a value")).min(1, "Enter a value");

/** A condition of a rule, or of a policy of targets. */
export const conditionSchema = z
  .object({
    field: z.enum(keysOf(ruleFields)),
    comparison: z.string(),
    /** Several mean any of them; a number is one, in digits. */
    values: texts.max(ruleLimits.ruleValues, `A condition has at most ${ruleLimits.ruleValues} values`),
  })
  .superRefine(({ field, comparison, values }, context) => {
    const about: { kind: RuleComparisonKind; choices?: readonly string[] } = ruleFields[field];
    if (!Object.hasOwn(ruleComparisons[about.kind], comparison)) {
      context.addIssue({ code: "custom", path: ["comparison"], message: "This field cannot be compared so" });
    }
    const fault = valueFault(about.kind, values, about.choices);
    if (fault !== null) context.addIssue({ code: "custom", path: ["values"], message: fault });
  });
export type RuleCondition = z.output<typeof conditionSchema>;

const actionSchema = z
  .object({
    action: z.enum(keysOf(ruleActions)),
    values: z.array(typedText().min(1, "Enter a value").max(limits.noteLength)).max(limits.tagsOnTicket),
  })
  .superRefine(({ action, values }, context) => {
    const about: { value: string; choices?: readonly string[] } = ruleActions[action];
    const needsValue = about.value !== "nothing" && values.length === 0;
    const fault = needsValue ? "Enter a value" : valueFault(about.value, values, about.choices);
    if (fault !== null) context.addIssue({ code: "custom", path: ["values"], message: fault });
  });
export type RuleActionSet = z.output<typeof actionSchema>;

const actionsSchema = z.array(actionSchema).max(ruleLimits.ruleActions, `At most ${ruleLimits.ruleActions} actions`);

/** The actions of a macro (docs/decisions/0121). */
export const macroActionsSchema = z
  .array(
    actionSchema.refine(({ action }) => macroActions.includes(action), {
      path: ["action"],
      error: "A macro cannot do this",
    }),
  )
  .max(ruleLimits.ruleActions, `At most ${ruleLimits.ruleActions} actions`);

/** What is wrong with the values of a condition or an action, or null. */
function valueFault(kind: string, values: readonly string[], choices: readonly string[] = []): string | null {
  const [first = ""] = values;
  if (kind === "nothing") return values.length === 0 ? null : "This takes no value";
  if (kind === "choice" && !values.every((value) => choices.includes(value))) return "Choose from the list";
  if (
    (kind === "person" || kind === "team") &&
    !values.every((value) => value === nobody || id.safeParse(value).success)
  ) {
    return kind === "person" ? "Choose a colleague" : "Choose a team";
  }
  if (kind === "webhook" && (values.length > 1 || !id.safeParse(first).success)) return "Choose a webhook";
  if (kind === "response" && (values.length > 1 || !id.safeParse(first).success)) return "Choose a canned response";
  if (kind === "calendar" && (values.length > 1 || !id.safeParse(first).success)) return "Choose working hours";
  if (kind === "tags" && values.some((value) => value.length > limits.tagLength)) {
    return `A tag is too long (maximum ${limits.tagLength} characters)`;
  }
  if (kind === "number" && (values.length > 1 || !/^\d{1,9}(?:\.\d{1,2})?$/.test(first))) return "Enter an amount";
  if (kind === "hours" && (values.length > 1 || !isHours(Number(first)))) return "Enter hours, from 1 to 8,760";
  return null;
}
const isHours = (hours: number) => Number.isInteger(hours) && hours >= 1 && hours <= limits.snoozeDays * 24;

const wholeHours = `Enter whole hours, from 1 to ${ruleLimits.ruleDelayHours.toLocaleString("en-US")}`;

const definitionShape = {
  name: trimmedText("Name", ruleLimits.ruleNameLength, "Name is required").overwrite(oneLine),
  trigger: z.enum(keysOf(ruleTriggers)),
  /** How many hours after it, for a trigger with a delay. */
  delayHours: z
    .number()
    .int(wholeHours)
    .min(1, wholeHours)
    .max(ruleLimits.ruleDelayHours, wholeHours)
    .nullable()
    .default(null),
  /** Whether all conditions have to hold, or one of them. */
  matches: z.enum(["all", "any"]).default("all"),
  conditions: z
    .array(conditionSchema)
    .max(ruleLimits.ruleConditions, `At most ${ruleLimits.ruleConditions} conditions`),
  actions: actionsSchema.min(1, "Choose what the rule does"),
};
const hasItsDelay = ({ trigger, delayHours }: { trigger: RuleTrigger; delayHours: number | null }) =>
  "delay" in ruleTriggers[trigger] === (delayHours !== null);
const delayFault = { path: ["delayHours"], message: "Enter after how many hours" };

const definitionSchema = z.object(definitionShape).refine(hasItsDelay, delayFault);
export type RuleDefinition = z.output<typeof definitionSchema>;

const ruleSchema = z.object({
  ...definitionShape,
  id,
  isOn: z.boolean(),
  /** Counts its definitions: each change makes a new one. */
  version: z.number().int(),
  /** The names of who made it and who changed it last; null for somebody who was deleted. */
  madeBy: z.string().nullable(),
  changedBy: z.string().nullable(),
  updatedAt: timestamp,
  /** How many tickets it ran on in the last 30 days, and when its conditions held last. */
  runs: z.number().int(),
  lastRunAt: timestamp.nullable(),
  /** What became of it then. */
  lastOutcome: z.enum(["ran", "unchanged", "refused", "stopped"]).nullable(),
  /** When it was switched off because it ran too often; null unless it was. */
  stoppedAt: timestamp.nullable(),
  /** What it refers to and is gone, in words: "Ben Ohr left". */
  missing: z.array(z.string()),
});
export type Rule = z.infer<typeof ruleSchema>;

/**
 * What became of a rule on a ticket. `skipped`: a condition did not hold; `unchanged`: everything was so already; `refused`: it could
 * not, for `reason`; `stopped`: it ran too often.
 */
const ruleOutcomes = ["ran", "unchanged", "refused", "skipped", "stopped"] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

const outcomeSchema = z.object({
  ruleId: id,
  name: z.string(),
  version: z.number().int(),
  outcome: z.enum(ruleOutcomes),
  /** In words: the condition that did not hold, or why it was refused. */
  reason: z.string().nullable(),
});

const passedSchema = outcomeSchema.extend({
  /** Of a rule that ran, its actions in words. */
  actions: z.array(z.string()),
});

const passSchema = z.object({
  id,
  trigger: z.enum(keysOf(ruleTriggers)),
  at: timestamp,
  /** Whether a rule's own change started it; those that such a change starts start no others. */
  isByRule: z.boolean(),
  /** Whether its changes would have started rules again, and did not. */
  isCut: z.boolean(),
  rules: z.array(passedSchema),
});
export type RulePass = z.infer<typeof passSchema>;

const triedSchema = z.object({
  ticketId: id,
  ticketNumber: z.number().int(),
  subject: z.string(),
  at: timestamp,
  /** What it would have done, in words. */
  effects: z.array(z.string()),
});
export type TriedRule = z.infer<typeof triedSchema>;

const expectedVersion = z.number().int();

/** What happens by itself (docs/product.md#rules). */
export const rules = {
  /** Lists the store's rules, in the order in which they run. */
  list: endpoint("tickets:read", "GET", "/rules").output(z.object({ items: z.array(ruleSchema) })),
  create: endpoint("rules:manage", "POST", "/rules")
    .errors(among("too_many_rules", "rule_name_taken"))
    // A second request with the same key returns what the first one made.
    .input(
      z
        .object({ ...definitionShape, isOn: z.boolean().default(false), idempotencyKey: id })
        .refine(hasItsDelay, delayFault),
    )
    .output(ruleSchema),
  /** Replaces a rule's definition, which makes a new version. */
  update: endpoint("rules:manage", "PUT", "/rules/{id}")
    .errors(among("rule_not_found", "rule_changed_meanwhile", "rule_name_taken"))
    .input(z.object({ ...definitionShape, id, expectedVersion }).refine(hasItsDelay, delayFault))
    .output(ruleSchema),
  switch: endpoint("rules:manage", "POST", "/rules/{id}/switch", { twice: "sets" })
    .errors(among("rule_not_found"))
    .input(z.object({ id, isOn: z.boolean() }))
    .output(ruleSchema),
  /** Puts the rules in this order; those that are not named follow. */
  arrange: endpoint("rules:manage", "POST", "/rules/order", { twice: "sets" })
    .input(z.object({ ids: z.array(id).max(ruleLimits.rules) }))
    .output(z.object({ items: z.array(ruleSchema) })),
  /** Says what a rule would have done on the newest tickets, and does nothing. */
  try: endpoint("rules:manage", "POST", "/rules/try", { isHeavy: true, twice: "reads" })
    .input(definitionSchema)
    .output(
      z.object({
        /** How many occasions were looked at, and on how many tickets. */
        looked: z.number().int(),
        tickets: z.number().int(),
        items: z.array(triedSchema),
      }),
    ),
  /** Lists the tickets that a rule ran on last. */
  runs: endpoint("tickets:read", "GET", "/rules/{id}/runs")
    .errors(among("rule_not_found"))
    .input(z.object({ id }))
    .output(
      z.object({
        items: z.array(
          outcomeSchema
            .pick({ outcome: true, reason: true, version: true })
            .extend({ ticketId: id, ticketNumber: z.number().int(), subject: z.string(), at: timestamp }),
        ),
      }),
    ),
  /** Says which rules ran on a ticket, and which did not and why, newest first. */
  ofTicket: endpoint("tickets:read", "GET", "/tickets/{ticketId}/rules")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(z.object({ items: z.array(passSchema) })),
  remove: endpoint("rules:manage", "DELETE", "/rules/{id}")
    .errors(among("rule_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};

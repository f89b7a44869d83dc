import {
  type RuleField,
  type RuleTrigger,
  ruleComparisons,
  ruleFields,
  ruleTriggers,
} from "@deskhand/contract/admin/rule-parts";
import type { Rule, RuleCondition, RuleDefinition } from "@deskhand/contract/admin/rules";
import {
  type ActionDraft,
  actionDrafts,
  actionsOf,
  firstValueOf,
  newAction,
  typedValues,
} from "../../entities/ticket/action-draft.ts";
import { sharedValue } from "../../ui/shared-value.ts";

/** A part of a rule as its form has it: what is typed, with several values between commas. */
export interface ConditionDraft {
  key: number;
  field: RuleField;
  comparison: string;
  text: string;
}
export interface RuleDraft {
  name: string;
  trigger: RuleTrigger;
  hours: string;
  matches: "all" | "any";
  conditions: ConditionDraft[];
  actions: ActionDraft[];
}

let keys = 0;

/** A condition on a field, with the comparison that comes first. */
export function newCondition(field: RuleField = "words", text?: string): ConditionDraft {
  const [comparison = ""] = Object.keys(ruleComparisons[ruleFields[field].kind]);
  return { key: ++keys, field, comparison, text: text ?? firstValueOf(ruleFields[field]) };
}

/** The fields of a condition that is there. */
export function conditionDraftOf({ field, comparison, values }: RuleCondition): ConditionDraft {
  return { key: ++keys, field, comparison, text: values.join(", ") };
}

/** What the fields of a condition say. */
export function conditionOf({ field, comparison, text }: ConditionDraft): RuleCondition {
  return { field, comparison, values: typedValues(text) };
}

/** The form of a rule that is there, or of a new one, which may have been begun at a ticket. */
export function draftOf(rule?: Rule): RuleDraft {
  if (rule === undefined) {
    const begun = beganRule.get();
    beganRule.set(null);
    return begun ?? newRule();
  }
  const { name, trigger, delayHours, matches, conditions, actions } = rule;
  return {
    name,
    trigger,
    hours: delayHours === null ? "" : String(delayHours),
    matches,
    conditions: conditions.map(conditionDraftOf),
    actions: actionDrafts(actions),
  };
}

function newRule(): RuleDraft {
  const [conditions, actions] = [[newCondition()], [newAction()]];
  return { name: "", trigger: "created", hours: "", matches: "all", conditions, actions };
}

/** A rule for mails like a ticket's: of its sender, with its subject. */
export function draftLike({ subject, sender }: { subject: string; sender: string | null }): RuleDraft {
  // Commas stand between values: of a subject with some, the longest part.
  const [longest = ""] = subject
    .replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:)+/i, "")
    .split(",")
    .map((part) => part.trim())
    .toSorted((one, other) => other.length - one.length);
  const ofSender = sender === null ? [] : [{ ...newCondition("sender", sender), comparison: "is" }];
  return { ...newRule(), conditions: [newCondition("subject", longest), ...ofSender] };
}

/** What a rule's form says, as the server takes it; what it lacks is the server's to say. */
export function definitionOf({ name, trigger, hours, matches, conditions, actions }: RuleDraft): RuleDefinition {
  return {
    name,
    trigger,
    delayHours: "delay" in ruleTriggers[trigger] && hours.trim() !== "" ? wholeHours(hours) : null,
    matches,
    conditions: conditions.map(conditionOf),
    actions: actionsOf(actions),
  };
}

/** A rule that somebody begins at a ticket, for the screen that opens next. */
export const beganRule = sharedValue<RuleDraft | null>(null);

/** What is no whole number is 0, which the server refuses. */
const wholeHours = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : 0);

import {
  nobody,
  type RuleAction,
  type RuleField,
  type RuleTrigger,
  ruleActions,
  ruleComparisons,
  ruleFields,
  ruleTriggers,
} from "@deskhand/contract/admin/rule-parts";
import type { Rule, RuleCondition, RuleDefinition } from "@deskhand/contract/admin/rules";
import { sharedValue } from "../../ui/shared-value.ts";

/** A part of a rule as its form has it: what is typed, with several values between commas. */
export interface ConditionDraft {
  key: number;
  field: RuleField;
  comparison: string;
  text: string;
}
export interface ActionDraft {
  key: number;
  action: RuleAction;
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
  return { key: ++keys, field, comparison, text: text ?? firstValue(ruleFields[field]) };
}

/** An action without its value, or with the one that comes first. */
export function newAction(action: RuleAction = "add_tags"): ActionDraft {
  return { key: ++keys, action, text: firstValue(ruleActions[action]) };
}

function firstValue(about: { kind?: string; value?: string; choices?: readonly string[] }): string {
  if (about.choices !== undefined) return about.choices[0] ?? "";
  return ["person", "team"].includes(about.kind ?? about.value ?? "") ? nobody : "";
}

/** The fields of a condition that is there. */
export function conditionDraftOf({ field, comparison, values }: RuleCondition): ConditionDraft {
  return { key: ++keys, field, comparison, text: values.join(", ") };
}

/** What the fields of a condition say. */
export function conditionOf({ field, comparison, text }: ConditionDraft): RuleCondition {
  return { field, comparison, values: valuesOf(text) };
}

/** The form of a rule that is there, or of a new one. */
export function draftOf(rule?: Rule): RuleDraft {
  if (rule === undefined) {
    return {
      name: "",
      trigger: "created",
      hours: "",
      matches: "all",
      conditions: [newCondition()],
      actions: [newAction()],
    };
  }
  const { name, trigger, delayHours, matches, conditions, actions } = rule;
  return {
    name,
    trigger,
    hours: delayHours === null ? "" : String(delayHours),
    matches,
    conditions: conditions.map(conditionDraftOf),
    actions: actions.map(({ action, values }) => ({
      key: ++keys,
      action,
      text: values.join(action === "add_note" ? "\n" : ", "),
    })),
  };
}

/** A rule for mails like a ticket's: of its sender, with its subject. */
export function draftLike({ subject, sender }: { subject: string; sender: string | null }): RuleDraft {
  const draft = draftOf();
  const bare = subject
    .replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:)+/i, "")
    .replaceAll(/,\s*/g, " ")
    .trim();
  const ofSender = sender === null ? [] : [newCondition("sender", sender)];
  return { ...draft, conditions: [newCondition("subject", bare), ...ofSender] };
}

/** What a rule's form says, as the server takes it; what it lacks is the server's to say. */
export function definitionOf({ name, trigger, hours, matches, conditions, actions }: RuleDraft): RuleDefinition {
  return {
    name,
    trigger,
    delayHours: "delay" in ruleTriggers[trigger] && hours.trim() !== "" ? Number(hours) : null,
    matches,
    conditions: conditions.map(conditionOf),
    actions: actions.map(({ action, text }) => ({
      action,
      values: action === "add_note" ? [text].filter((note) => note.trim() !== "") : valuesOf(text),
    })),
  };
}

/** Whether two forms say the same. */
export function isSame(one: RuleDraft, other: RuleDraft): boolean {
  const words = ({ name, hours, conditions, actions, ...rest }: RuleDraft) =>
    JSON.stringify([name, hours, rest.trigger, rest.matches, conditions.map(withoutKey), actions.map(withoutKey)]);
  return words(one) === words(other);
}

const withoutKey = <Part extends { key: number }>(part: Part) => Object.assign({}, part, { key: 0 });

const valuesOf = (text: string) =>
  text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");

/** A rule that somebody begins at a ticket, for the screen that opens next. */
export const beganRule = sharedValue<RuleDraft | null>(null);

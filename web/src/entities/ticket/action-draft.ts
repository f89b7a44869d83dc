import { nobody, type RuleAction, ruleActions } from "@deskhand/contract/admin/rule-parts";
import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import { newKey } from "../../lib/new-key.ts";

/** An action of a rule or macro as its form has it: what is typed, with several values between commas. */
export interface ActionDraft {
  key: string;
  action: RuleAction;
  text: string;
}

/** An action without its value, or with the one that comes first. */
export function newAction(action: RuleAction = "add_tags"): ActionDraft {
  return { key: newKey(), action, text: firstValueOf(ruleActions[action]) };
}

/** The value that comes first where one is chosen from a list; "" where it is typed. */
export function firstValueOf(about: { kind?: string; value?: string; choices?: readonly string[] }): string {
  if (about.choices !== undefined) return about.choices[0] ?? "";
  return ["person", "team"].includes(about.kind ?? about.value ?? "") ? nobody : "";
}

/** The form of actions that are there. */
export function actionDrafts(actions: readonly RuleActionSet[]): ActionDraft[] {
  return actions.map(({ action, values }) => ({
    key: newKey(),
    action,
    text: values.join(action === "add_note" ? "\n" : ", "),
  }));
}

/** What a form says, as the server takes it; what it lacks is the server's to say. */
export function actionsOf(drafts: readonly Pick<ActionDraft, "action" | "text">[]): RuleActionSet[] {
  return drafts.map(({ action, text }) => ({
    action,
    values: action === "add_note" ? [text].filter((note) => note.trim() !== "") : typedValues(text),
  }));
}

/** What was typed between commas. */
export function typedValues(text: string): string[] {
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

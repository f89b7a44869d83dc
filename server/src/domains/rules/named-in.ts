import { nobody, ruleActions } from "@deskhand/contract/admin/rule-parts";
import type { RuleDefinition } from "@deskhand/contract/admin/rules";

type Parts = Pick<RuleDefinition, "conditions" | "actions">;

/** The ids of the people that a rule names. */
export function peopleIn({ conditions, actions }: Parts): string[] {
  const inConditions = conditions.flatMap(({ field, values }) => (field === "assignee" ? values : []));
  return [...new Set([...inConditions, ...namedIn(actions, "person")])].filter((value) => value !== nobody);
}

/** The ids of the webhooks that a rule sends to. */
export function webhooksIn({ actions }: Parts): string[] {
  return namedIn(actions, "webhook");
}

function namedIn(actions: Parts["actions"], kind: string): string[] {
  return actions.flatMap(({ action, values }) => (ruleActions[action].value === kind ? values : []));
}

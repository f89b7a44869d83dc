import { nobody } from "@deskhand/contract/admin/rule-parts";
import type { RuleDefinition } from "@deskhand/contract/admin/rules";

/** The ids of the canned responses that a rule sends. */
export function responsesIn({ actions }: Pick<RuleDefinition, "actions">): string[] {
  return actions.flatMap(({ action, values }) => (action === "send_reply" ? values : []));
}

/** The ids of the webhooks that a rule sends to. */
export function webhooksIn({ actions }: Pick<RuleDefinition, "actions">): string[] {
  return actions.flatMap(({ action, values }) => (action === "send_webhook" ? values : []));
}

/** The ids of the teams that a rule names. */
export function teamsIn({ conditions, actions }: Pick<RuleDefinition, "conditions" | "actions">): string[] {
  const inConditions = conditions.flatMap(({ field, values }) => (field === "team" ? values : []));
  const inActions = actions.flatMap(({ action, values }) => (action === "assign_team" ? values : []));
  return [...new Set([...inConditions, ...inActions])].filter((value) => value !== nobody);
}

/** The ids of the calendars that conditions name. */
export function calendarsIn({ conditions }: Pick<RuleDefinition, "conditions">): string[] {
  return conditions.flatMap(({ field, values }) => (field === "time" ? values : []));
}

/** The ids of the people that a rule names. */
export function peopleIn({ conditions, actions }: Pick<RuleDefinition, "conditions" | "actions">): string[] {
  const inConditions = conditions.flatMap(({ field, values }) => (field === "assignee" ? values : []));
  const inActions = actions.flatMap(({ action, values }) => (action === "assign" ? values : []));
  return [...new Set([...inConditions, ...inActions])].filter((value) => value !== nobody);
}

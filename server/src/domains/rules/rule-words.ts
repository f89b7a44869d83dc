import {
  nobody,
  type RuleCondition,
  type RuleDefinition,
  ruleComparisons,
  ruleFields,
} from "@deskhand/contract/admin/rules";

/** A condition in words: "Subject contains any of “refund”, “return”". */
export function conditionWords(
  { field, comparison, values }: RuleCondition,
  people: ReadonlyMap<string, string>,
): string {
  const { label, kind } = ruleFields[field];
  const words = Object.entries(ruleComparisons[kind]).find(([name]) => name === comparison)?.[1] ?? comparison;
  const named = kind === "person" ? values.map((value) => personWords(value, people)) : values;
  return `${label} ${words} ${named.map((value) => `“${value}”`).join(", ")}`;
}

/** Somebody's name, of whoever has left too. */
export function personWords(value: string, people: ReadonlyMap<string, string>): string {
  return value === nobody ? "nobody" : (people.get(value) ?? "a colleague who left");
}

/** The ids of the people that a rule names. */
export function peopleIn({ conditions, actions }: Pick<RuleDefinition, "conditions" | "actions">): string[] {
  const inConditions = conditions.flatMap(({ field, values }) => (field === "assignee" ? values : []));
  const inActions = actions.flatMap(({ action, values }) => (action === "assign" ? values : []));
  return [...new Set([...inConditions, ...inActions])].filter((value) => value !== nobody);
}

import { actionWords, conditionWords, triggerWords } from "@deskhand/contract/admin/rule-parts";
import type { Rule } from "@deskhand/contract/admin/rules";
import { useRuleNames } from "./use-rule-names.ts";

/** A rule as one sentence. */
export function RuleSentence({
  rule: { trigger, delayHours, matches, conditions, actions },
}: {
  rule: Pick<Rule, "trigger" | "delayHours" | "matches" | "conditions" | "actions">;
}) {
  const nameOf = useRuleNames();
  const between = matches === "all" ? " and " : " or ";
  return (
    <p className="mt-0.5 text-sm text-soft break-anywhere">
      {triggerWords(trigger, delayHours)}
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names, and none of them moves.
        <span key={index}>
          {index === 0 ? ", if " : between}
          <span className="text-ink">{conditionWords(condition, nameOf)}</span>
        </span>
      ))}
      : <span className="text-ink">{actions.map((action) => actionWords(action, nameOf)).join("; ")}</span>
    </p>
  );
}

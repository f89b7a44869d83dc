import { actionWords, conditionWords, type RuleAction, triggerWords } from "@deskhand/contract/admin/rule-parts";
import type { Rule } from "@deskhand/contract/admin/rules";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { useResponses } from "./use-responses.ts";
import { useWebhookNames } from "./use-webhook-names.ts";

/** A rule as one sentence. */
export function RuleSentence({
  rule: { trigger, delayHours, matches, conditions, actions },
}: {
  rule: Pick<Rule, "trigger" | "delayHours" | "matches" | "conditions" | "actions">;
}) {
  const { colleagues, nameOf: nameOfColleague } = useColleagues();
  // Until they are read, nobody is said to have left.
  const nameOf = (id: string) => (colleagues.length === 0 ? "…" : nameOfColleague(id));
  const { titleOf } = useResponses(actions.some(({ action }) => action === "send_reply"));
  const webhookName = useWebhookNames(actions.some(({ action }) => action === "send_webhook"));
  /** Who knows the names of what an action refers to. */
  const names: { readonly [Name in RuleAction]?: (id: string) => string | null } = {
    send_reply: titleOf,
    send_webhook: webhookName,
  };
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
      :{" "}
      <span className="text-ink">{actions.map((one) => actionWords(one, names[one.action] ?? nameOf)).join("; ")}</span>
    </p>
  );
}

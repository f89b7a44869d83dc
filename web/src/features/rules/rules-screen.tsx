import type { Rule } from "@deskhand/contract/admin/rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { beganRule } from "./rule-draft.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import { RunsDialog } from "./runs-dialog.tsx";

/** What happens by itself, in the order in which it happens (docs/product.md#rules). */
export function RulesScreen() {
  const cache = useQueryClient();
  const list = useQuery(api.rules.list.queryOptions());
  const [runsOf, setRunsOf] = useState<Rule | null>(null);
  return (
    <SettingsScreen
      section="rules"
      title="Rules"
      subtitle="What happens to tickets by itself. Rules run from top to bottom; each sees what those before it changed."
      icon={Workflow}
      one="rule"
      many="rules"
      list={list}
      onSettled={() => void cache.invalidateQueries({ queryKey: api.rules.key() })}
      remove={(id) => api.rules.remove.call({ id })}
      arrange={(ids) => api.rules.arrange.call({ ids })}
      turn={(id, isOn) => api.rules.switch.call({ id, isOn })}
      beginsNew={beganRule.get() !== null}
      emptyTitle="No rules yet"
      emptyText="A rule tags, assigns or snoozes for you, such as “When a ticket is created, if its subject contains “refund”, assign it to Dana”. Each is tried on your newest tickets before it is on."
      renderForm={(props) => <RuleDialog {...props} />}
      renderText={(rule) => <RuleText rule={rule} />}
      renderButtons={(rule) => (
        <Button size="sm" variant="ghost" aria-label={`Runs of ${rule.name}`} onClick={() => setRunsOf(rule)}>
          Runs
        </Button>
      )}
      renderLoss={({ name }) => `“${name}” will not run any more. What it did stays, and trails keep its name.`}
    >
      {runsOf !== null && <RunsDialog rule={runsOf} onClose={() => setRunsOf(null)} />}
    </SettingsScreen>
  );
}

function RuleText({ rule }: { rule: Rule }) {
  const { name, runs, lastRunAt, stoppedAt, missing, madeBy, changedBy, updatedAt } = rule;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold break-anywhere">{name}</bdi>
        {stoppedAt !== null && <Badge tone="red">Switched off: it ran too often</Badge>}
        {missing.length > 0 && <Badge tone="amber">{missing.join(", ")}</Badge>}
      </p>
      <RuleSentence rule={rule} />
      <p className="mt-1 text-faint text-xs">
        {runs === 0
          ? "Did not run in the last 30 days"
          : `Ran ${runs === 1 ? "once" : `${runs.toLocaleString("en-US")} times`} in the last 30 days`}
        {lastRunAt !== null && `, last ${formatDateTime(lastRunAt)}`} · {changedBy ?? madeBy ?? "Somebody who left"},{" "}
        {formatDateTime(updatedAt)}
      </p>
    </>
  );
}

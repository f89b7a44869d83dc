import type { Rule } from "@deskhand/contract/admin/rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { beganRule } from "./rule-draft.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import { RunsDialog } from "./runs-dialog.tsx";
import { TryBeforeOn } from "./switch-on-dialog.tsx";

/** What happens by itself, in the order in which it happens (docs/product.md#rules). */
export function RulesScreen() {
  const cache = useQueryClient();
  const list = useQuery(api.rules.list.queryOptions());
  const { can } = useSession();
  const [runsOf, setRunsOf] = useState<Rule | null>(null);
  const [starting, setStarting] = useState<{ rule: Rule; turnOn: () => void } | null>(null);
  /** The definitions that were tried here and then switched on: to switch one on again asks no more. */
  const [tried, setTried] = useState<readonly string[]>([]);
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
      beforeOn={(rule, turnOn) => (tried.includes(versionOf(rule)) ? turnOn() : setStarting({ rule, turnOn }))}
      canChange={can("rules:manage")}
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
      {starting !== null && (
        <TryBeforeOn
          rule={starting.rule}
          onConfirm={() => {
            setTried([...tried, versionOf(starting.rule)]);
            starting.turnOn();
            setStarting(null);
          }}
          onClose={() => setStarting(null)}
        />
      )}
      {runsOf !== null && <RunsDialog rule={runsOf} onClose={() => setRunsOf(null)} />}
    </SettingsScreen>
  );
}

const versionOf = ({ id, version }: Rule) => `${id} ${version}`;

/** How often a rule ran, and what became of it last. */
function runsWords({ runs, lastRunAt, lastOutcome }: Rule): string {
  const times = runs === 1 ? "once" : `${runs.toLocaleString("en-US")} times`;
  const ran = runs === 0 ? "Did not run in the last 30 days" : `Ran ${times} in the last 30 days`;
  if (lastRunAt === null) return ran;
  const last = formatDateTime(lastRunAt);
  if (lastOutcome === "ran" || lastOutcome === null) return `${ran}, last ${last}`;
  const became = { refused: "Could not run", unchanged: "Had nothing to change", stopped: "Switched off" }[lastOutcome];
  return runs === 0 ? `${became}, last ${last}` : `${ran} · ${became} ${last}`;
}

function RuleText({ rule }: { rule: Rule }) {
  const { name, stoppedAt, missing, madeBy, changedBy, updatedAt } = rule;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold break-anywhere">{name}</bdi>
        {stoppedAt !== null && <Badge tone="red">Switched off: it ran too often</Badge>}
        {missing.length > 0 && <Badge tone="amber">{missing.join(", ")}</Badge>}
      </p>
      <RuleSentence rule={rule} />
      <p className="mt-1 text-faint text-xs">
        {runsWords(rule)} · {changedBy ?? madeBy ?? "Somebody who left"}, {formatDateTime(updatedAt)}
      </p>
    </>
  );
}

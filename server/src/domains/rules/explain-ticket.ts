import { actionWords, conditionWords } from "@deskhand/contract/admin/rule-parts";
import type { RuleDefinition, RulePass } from "@deskhand/contract/admin/rules";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { selectResponseTitles } from "../canned-responses/index.ts";
import { selectCalendarNames } from "../hours/index.ts";
import { ticketExists } from "../tickets/index.ts";
import { selectWebhookNames } from "../webhooks/index.ts";
import { responsesIn, webhooksIn } from "./named-in.ts";
import {
  selectPasses,
  selectPeople,
  selectRuleVersions,
  selectTeamNames,
  tooLate,
  versionKey,
} from "./rules.queries.ts";

/** Says of each occasion on a ticket which rules ran, and which did not and why, newest first. */
export async function explainTicket(tx: TenantTx, ticketId: string): Promise<RulePass[]> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  const passes = await selectPasses(tx, ticketId);
  const wanted = passes.flatMap(({ runs, skipped }) => [
    ...runs.map(({ ruleId, version }) => ({ ruleId, version })),
    ...skipped.map(([ruleId, version]) => ({ ruleId, version })),
  ]);
  const keys = new Map(wanted.map((one) => [versionKey(one.ruleId, one.version), one]));
  const versions = await selectRuleVersions(tx, [...keys.values()]);
  const definitions = [...versions.values()];
  const responses = await selectResponseTitles(tx, definitions.flatMap(responsesIn));
  const names = new Map([
    ...(await selectPeople(tx)),
    ...(await selectTeamNames(tx, { withDeleted: true })),
    ...(await selectCalendarNames(tx)),
    ...(await selectWebhookNames(tx, definitions.flatMap(webhooksIn))),
    ...[...responses].map(([id, { title }]): [string, string] => [id, title]),
  ]);
  const nameOf = (id: string) => names.get(id) ?? null;
  return passes.map(({ runs, skipped, ...pass }) => ({
    ...pass,
    rules: [
      ...runs.map((run) => {
        const { name, actions }: Partial<RuleDefinition> = versions.get(versionKey(run.ruleId, run.version)) ?? {};
        const did = run.outcome === "ran" ? (actions ?? []) : [];
        return { ...run, name: name ?? "", actions: did.map((action) => actionWords(action, nameOf)) };
      }),
      ...skipped.map(([ruleId, version, failed]) => {
        const definition = versions.get(versionKey(ruleId, version));
        const reason = skippedWords(definition, failed, nameOf);
        return { ruleId, version, name: definition?.name ?? "", outcome: "skipped" as const, reason, actions: [] };
      }),
    ],
  }));
}

/** Why a rule was left out on an occasion. */
function skippedWords(
  rule: RuleDefinition | undefined,
  failed: number,
  nameOf: Parameters<typeof conditionWords>[1],
): string {
  if (failed === tooLate)
    return `The ticket was ${rule?.trigger === "since_resolved" ? "reopened" : "archived"} by then`;
  const condition = rule?.matches === "any" ? undefined : rule?.conditions[failed];
  return condition ? `Not: ${conditionWords(condition, nameOf)}` : "None of its conditions held";
}

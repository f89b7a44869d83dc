import { conditionWords } from "@deskhand/contract/admin/rule-parts";
import type { RulePass } from "@deskhand/contract/admin/rules";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { selectCalendarNames } from "../hours/index.ts";
import { ticketExists } from "../tickets/index.ts";
import { selectPasses, selectPeople, selectRuleVersions, selectTeamNames, versionKey } from "./rules.queries.ts";

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
  const names = new Map([
    ...(await selectPeople(tx)),
    ...(await selectTeamNames(tx)),
    ...(await selectCalendarNames(tx)),
  ]);
  return passes.map(({ runs, skipped, ...pass }) => ({
    ...pass,
    rules: [
      ...runs.map((run) => ({ ...run, name: versions.get(versionKey(run.ruleId, run.version))?.name ?? "" })),
      ...skipped.map(([ruleId, version, failed]) => {
        const definition = versions.get(versionKey(ruleId, version));
        const condition = definition?.matches === "any" ? undefined : definition?.conditions[failed];
        const reason = condition
          ? `Not: ${conditionWords(condition, (id) => names.get(id) ?? null)}`
          : "None of its conditions held";
        return { ruleId, version, name: definition?.name ?? "", outcome: "skipped" as const, reason };
      }),
    ],
  }));
}

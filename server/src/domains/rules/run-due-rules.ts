import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { selectFacts } from "./facts.queries.ts";
import { looksOf } from "./find-failed.ts";
import { deleteOldPasses, insertPasses, selectRuleOn, selectRulesOn } from "./rules.queries.ts";
import { passOver, type RuleServices, runOn } from "./run-rules.ts";
import { takeDueTimers } from "./timers.queries.ts";

/** So many clocks end in one transaction. */
const together = 50;

/** Runs the rules on time whose time has come, once a minute. One that was due while nothing ran is run as soon as something does. */
export const runDueRules: Schedule = {
  name: "rules.run-due",
  cron: "* * * * *",
  async work(services) {
    for (let mayBeMore = true; mayBeMore; ) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if ((await runSome(tx, services)) === together) mayBeMore = true;
      });
    }
  },
};

/** Runs the rules of a trigger on tickets to which its time came. */
export async function runRulesAt(
  tx: TenantTx,
  trigger: "target_at_risk" | "target_breached",
  ticketIds: readonly string[],
  services: RuleServices,
): Promise<void> {
  if (ticketIds.length === 0) return;
  const rules = await selectRulesOn(tx, [trigger]);
  if (rules.length === 0) return;
  const about = { trigger, isByRule: false, onlyBy: null, messageId: null };
  const occasions = ticketIds.map((ticketId) => ({ id: newId(), ticketId, ...about }));
  await insertPasses(tx, await passOver(tx, occasions, rules, services));
}

async function runSome(tx: TenantTx, services: RuleServices): Promise<number> {
  const due = await takeDueTimers(tx, together);
  for (const { ruleId, ticketId } of due) {
    const rule = await selectRuleOn(tx, ruleId);
    const asked = { ticketId, messageId: null };
    const [facts] = rule ? await selectFacts(tx, [asked], looksOf([rule])) : [];
    // What is done, or goes on elsewhere, waits for nothing; what is not done was not resolved.
    const isOver = facts?.ticket.isArchived !== (rule?.trigger === "since_resolved");
    if (!rule || !facts || isOver || facts.ticket.mergedInto !== null) continue;
    const occasion = { ...asked, id: newId(), trigger: rule.trigger, isByRule: false, onlyBy: null };
    await insertPasses(tx, [await runOn(tx, occasion, facts, [rule], services)]);
  }
  return due.length;
}

const KEPT_DAYS = 90;
const deletedTogether = 5_000;

/** Forgets what rules did long ago; the trails of the tickets keep it. */
export const forgetOldPasses: Schedule = {
  name: "rules.forget-old",
  cron: "41 3 * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await deleteOldPasses(tx, KEPT_DAYS, deletedTogether);
    }),
};

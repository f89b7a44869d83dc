import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { selectFacts } from "./facts.queries.ts";
import { looksOf } from "./find-failed.ts";
import { deleteOldPasses, insertPasses, type RunningRule, selectRulesOn } from "./rules.queries.ts";
import { passOver, passTooLate, type RuleServices, runOn } from "./run-rules.ts";
import { takeDueTimers, timeTriggers } from "./timers.queries.ts";

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
        if ((await runSome(tx, services)) >= together) mayBeMore = true;
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
  if (due.length === 0) return 0;
  const rules = await selectRulesOn(tx, [...timeTriggers]);
  for (const [ticketId, of] of Map.groupBy(due, (one) => one.ticketId)) {
    const dueIds = of.map(({ ruleId }) => ruleId);
    // In their order, also where they wait since different things: each sees what those before it changed.
    for (const rule of rules) if (dueIds.includes(rule.id)) await runDue(tx, ticketId, rule, services);
  }
  return due.length;
}

async function runDue(tx: TenantTx, ticketId: string, rule: RunningRule, services: RuleServices): Promise<void> {
  const { trigger } = rule;
  const asked = { ticketId, messageId: null };
  const [facts] = await selectFacts(tx, [asked], looksOf([rule]));
  if (!facts || facts.ticket.mergedInto !== null) return;
  const occasion = { ...asked, id: newId(), trigger, isByRule: false, onlyBy: null };
  // What is done waits for nothing; what is not done was not resolved.
  const isOver = facts.ticket.isArchived !== (trigger === "since_resolved");
  const pass = isOver ? passTooLate(occasion, rule) : await runOn(tx, occasion, facts, [rule], services);
  await insertPasses(tx, [pass]);
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

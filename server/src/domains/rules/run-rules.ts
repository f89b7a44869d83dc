import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import type { RuleTrigger } from "@deskhand/contract/admin/rule-parts";
import { settling } from "../../platform/db/settling.ts";
import { type Noted, type TenantTx, undoable } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { type Done, doActions } from "./do-actions.ts";
import { type Asked, type Facts, selectFacts } from "./facts.queries.ts";
import { findFailed, looksOf, type Values, valuesOf } from "./find-failed.ts";
import {
  countRecentRuns,
  insertPasses,
  type Pass,
  type RunningRule,
  rulesOnJson,
  selectRulesOn,
  switchRule,
  tooLate,
} from "./rules.queries.ts";
import { setTimers, timeTriggers } from "./timers.queries.ts";

/** An occasion on which rules are looked at. `onlyBy` is the rule that alone made it, which it does not start again. */
export type Occasion = Asked & { id: string; trigger: RuleTrigger; isByRule: boolean; onlyBy: string | null };

/** What rules need; the log is told of a fault of ours, which keeps nothing else of the transaction from being saved. */
export type RuleServices = Pick<Services, "jobs" | "settings" | "log">;

const triggers: Readonly<Record<string, RuleTrigger>> = {
  created: "created",
  customer_replied: "customer_wrote",
  replied: "answered",
  status_changed: "changed",
  reopened: "changed",
  assigned: "changed",
  team_changed: "changed",
  priority_changed: "changed",
  category_changed: "changed",
  tags_changed: "changed",
  rated: "rated",
};

/** The trigger that a step of a trail is; undefined where it is none. */
export function triggerOf(kind: string): RuleTrigger | undefined {
  return Object.hasOwn(triggers, kind) ? triggers[kind] : undefined;
}

/**
 * Runs the rules that what a transaction did starts, before it ends: so each rule runs once for each occasion, whatever is killed
 * (docs/decisions/0117). What rules change starts rules once more; what those change starts none.
 */
export const runRules = settling<RunningRule[]>({
  asks(noted) {
    const occasions = occasionsOf(noted.filter(isNoImport), false);
    return occasions.length === 0 ? [] : [...triggersOf(occasions), ...timeTriggers];
  },
  reads: rulesOnJson,
  react: runStarted,
});

const isNoImport = ({ by }: Noted) => by.kind !== "import";

async function runStarted(tx: TenantTx, rules: RunningRule[], services: RuleServices): Promise<void> {
  if (rules.length === 0) return;
  const noted = tx.noted.filter(isNoImport);
  // What is noted stays: later domains react to it, too.
  let seen = tx.noted.length;
  const newlyNoted = () => {
    const steps = tx.noted.slice(seen);
    seen = tx.noted.length;
    return steps;
  };
  const isByRule = ({ by }: Noted) => by.kind === "rule";
  // What a rule on time changed starts rules once more, as what a rule of this round does.
  const others = noted.filter((step) => !isByRule(step));
  const first = await passOver(tx, occasionsOf(others, false), rules, services);
  const byRules = [...noted.filter(isByRule), ...newlyNoted()];
  const again = occasionsOf(byRules, true);
  const second =
    again.length === 0 ? [] : await passOver(tx, again, await selectRulesOn(tx, triggersOf(again)), services);
  const last = newlyNoted();
  const cut = await findCut(tx, occasionsOf(last, true));
  await setTimers(tx, [...others, ...byRules, ...last], rules);
  await insertPasses(tx, [...first, ...second.map((pass) => ({ ...pass, isCut: cut.has(pass.ticketId) }))]);
}

const triggersOf = (occasions: readonly Occasion[]) => [...new Set(occasions.map(({ trigger }) => trigger))];

/** The tickets that changed once more in a way that would start rules. */
async function findCut(tx: TenantTx, occasions: readonly Occasion[]): Promise<Set<string>> {
  if (occasions.length === 0) return new Set();
  const rules = await selectRulesOn(tx, triggersOf(occasions));
  return new Set(occasions.filter((occasion) => startedBy(occasion, rules).length > 0).map(({ ticketId }) => ticketId));
}

/** The occasions that steps are: several changes of one ticket are one, and those of its beginning none. */
function occasionsOf(noted: readonly Noted[], isByRule: boolean): Occasion[] {
  const found = new Map<string, Occasion>();
  for (const { id, about: ticketId, kind, details, by } of noted) {
    const trigger = triggerOf(kind);
    if (trigger === undefined || (trigger === "changed" && found.has(`created ${ticketId}`))) continue;
    const key = trigger === "changed" || trigger === "created" ? `${trigger} ${ticketId}` : id;
    const { messageId } = details;
    const about = typeof messageId === "string" ? messageId : null;
    const onlyBy = by.kind === "rule" ? by.name : null;
    const earlier = found.get(key);
    if (earlier) earlier.onlyBy = earlier.onlyBy === onlyBy ? onlyBy : null;
    else found.set(key, { id, ticketId, trigger, isByRule, onlyBy, messageId: about });
  }
  return [...found.values()];
}

/** The rules that an occasion starts. */
function startedBy({ trigger, onlyBy }: Occasion, rules: readonly RunningRule[]): RunningRule[] {
  return rules.filter((rule) => rule.trigger === trigger && rule.name !== onlyBy);
}

/** The texts of so many occasions are read at a time. */
const together = 50;

/** Runs the rules on occasions, one after the other; each rule sees what those before it changed. */
export async function passOver(
  tx: TenantTx,
  occasions: readonly Occasion[],
  rules: readonly RunningRule[],
  services: RuleServices,
): Promise<Pass[]> {
  const concerned = occasions.filter((occasion) => startedBy(occasion, rules).length > 0);
  const passes: Pass[] = [];
  for (let from = 0; from < concerned.length; from += together) {
    const some = concerned.slice(from, from + together);
    const facts = await selectFacts(tx, some, looksOf(rules));
    for (const [at, occasion] of some.entries()) {
      const of = facts[at];
      if (of) passes.push(await runOn(tx, occasion, of, startedBy(occasion, rules), services));
    }
  }
  return passes;
}

/** The pass of a rule on time that does not run, as its ticket was archived or reopened before. */
export function passTooLate({ id, ticketId, trigger, isByRule }: Occasion, rule: RunningRule): Pass {
  return { id, ticketId, trigger, isByRule, isCut: false, skipped: [[rule.id, rule.version, tooLate]], runs: [] };
}

/** Runs rules on one occasion. */
export async function runOn(
  tx: TenantTx,
  occasion: Occasion,
  facts: Facts,
  rules: readonly RunningRule[],
  services: RuleServices,
): Promise<Pass> {
  const { id, ticketId, trigger, isByRule } = occasion;
  const pass: Pass = { id, ticketId, trigger, isByRule, isCut: false, skipped: [], runs: [] };
  let values: Values = valuesOf(facts);
  for (const rule of rules) {
    const failed = findFailed(rule, values);
    if (failed !== null) {
      pass.skipped.push([rule.id, rule.version, failed]);
      continue;
    }
    const done = await runOne(tx, rule, ticketId, services);
    pass.runs.push({ ruleId: rule.id, version: rule.version, ...done });
    // What it changed is only for the rules after it to see.
    if (done.outcome !== "ran" || rule === rules.at(-1)) continue;
    const [changed] = await selectFacts(tx, [occasion], looksOf(rules));
    if (!changed) break;
    values = valuesOf(changed);
  }
  return pass;
}

type Ran = { outcome: Done["outcome"] | "stopped"; reason: string | null };

async function runOne(tx: TenantTx, rule: RunningRule, ticketId: string, services: RuleServices): Promise<Ran> {
  if ((await countRecentRuns(tx, rule.id, ticketId)) >= ruleLimits.ruleRunsPerMinute) return stop(tx, rule, ticketId);
  // A mail is never lost for a rule that fails: what the rule did is undone, and the operator and the store's admins are told.
  const done = await undoable(tx, () => doActions(tx, services, rule, ticketId));
  if (done.status === "fulfilled") return done.value;
  services.log.error({ err: done.reason, ruleId: rule.id, ticketId }, "A rule failed");
  return { outcome: "refused", reason: "An unexpected error occurred" };
}

/** Switches off a rule that runs too often, and has admins told. */
async function stop(tx: TenantTx, { id, name }: RunningRule, ticketId: string): Promise<Ran> {
  if (await switchRule(tx, id, { isOn: false, isStopped: true, userId: null })) {
    await record(tx, null, "settings.rule-stopped", { id, label: name });
    await emit(tx, "rule.stopped", { ruleId: id, name, ticketId });
    await emit(tx, "rules.changed", {});
  }
  return { outcome: "stopped", reason: `It ran more than ${ruleLimits.ruleRunsPerMinute} times within a minute` };
}

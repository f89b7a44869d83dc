import { isDeepStrictEqual } from "node:util";
import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { triggerWords } from "@deskhand/contract/admin/rule-parts";
import type { Rule, RuleDefinition } from "@deskhand/contract/admin/rules";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { selectResponseTitles, selectUnsendable } from "../canned-responses/index.ts";
import { selectCalendarNames } from "../hours/index.ts";
import { selectWebhookNames } from "../webhooks/index.ts";
import { calendarsIn, peopleIn, responsesIn, teamsIn, webhooksIn } from "./named-in.ts";
import {
  countRules,
  insertRule,
  placeRules,
  selectColleagues,
  selectPeople,
  selectRule,
  selectRuleMaker,
  selectRules,
  selectTeamNames,
  switchRule,
  updateRule,
} from "./rules.queries.ts";
import { endTimers, resetTimers } from "./timers.queries.ts";

/** Lists the store's rules, each with who of those it names has left. */
export async function listRules(tx: TenantTx): Promise<Rule[]> {
  return withMissing(tx, await selectRules(tx));
}

async function withMissing(tx: TenantTx, rules: Omit<Rule, "missing">[]): Promise<Rule[]> {
  const named = [...new Set(rules.flatMap(peopleIn))];
  const there = await selectColleagues(tx, named);
  const people = named.some((id) => !there.has(id)) ? await selectPeople(tx) : new Map<string, string>();
  const responses = await selectResponseTitles(tx, [...new Set(rules.flatMap(responsesIn))]);
  const unsendable = await selectUnsendable(tx, [...responses.keys()]);
  const teams = rules.some((rule) => teamsIn(rule).length > 0) ? await selectTeamNames(tx) : new Map<string, string>();
  const calendars = rules.some((rule) => calendarsIn(rule).length > 0) ? await selectCalendarNames(tx) : null;
  const webhooks = await selectWebhookNames(tx, [...new Set(rules.flatMap(webhooksIn))]);
  return rules.map((rule) => {
    const gone = peopleIn(rule).filter((id) => !there.has(id));
    const deleted = responsesIn(rule).filter((id) => responses.get(id)?.isDeleted ?? true);
    const missing = [
      ...gone.map((id) => `${people.get(id) ?? "A colleague"} left`),
      ...(teamsIn(rule).some((id) => !teams.has(id)) ? ["A team was deleted"] : []),
      ...deleted.map((id) => `${wordsOf(responses.get(id)?.title)} was deleted`),
      ...responsesIn(rule).flatMap((id) => unsendable.get(id) ?? []),
      ...calendarsIn(rule).flatMap((id) => (calendars?.has(id) ? [] : ["Its working hours were deleted"])),
      ...webhooksIn(rule).flatMap((id) => (webhooks.has(id) ? [] : ["A webhook was deleted"])),
    ];
    return { ...rule, missing };
  });
}

const wordsOf = (title: string | undefined) => (title === undefined ? "A canned response" : `“${title}”`);

async function findRule(tx: TenantTx, id: string): Promise<Rule> {
  const rule = await selectRule(tx, id);
  const [found] = rule ? await withMissing(tx, [rule]) : [];
  if (!found) throw fail("rule_not_found");
  return found;
}

/** Makes a rule, once for a key: it becomes the rule's id. */
export async function createRule(
  tx: TenantTx,
  { userId }: Pick<Actor, "userId">,
  { idempotencyKey: id, isOn, ...definition }: RuleDefinition & { isOn: boolean; idempotencyKey: string },
): Promise<Rule> {
  await lockRules(tx);
  const maker = await selectRuleMaker(tx, id);
  if (maker && maker.id !== userId) throw failKeyUsed();
  if (maker) return findRule(tx, id);
  const { count, isTaken } = await countRules(tx, definition.name, id);
  if (isTaken) throw fail("rule_name_taken");
  if (count >= ruleLimits.rules) throw fail("too_many_rules");
  await insertRule(tx, { ...definition, id, isOn, userId });
  if (isOn) await resetTimers(tx, { ...definition, id });
  await record(tx, userId, "settings.rule-made", { id, label: definition.name }, detailsOf(definition));
  await emit(tx, "rules.changed", {});
  return findRule(tx, id);
}

/** Saves a rule's definition as its next version; one that is there already is none. */
export async function changeRule(
  tx: TenantTx,
  { userId }: Actor,
  { id, expectedVersion, ...definition }: RuleDefinition & { id: string; expectedVersion: number },
): Promise<Rule> {
  await lockRules(tx);
  const before = await findRule(tx, id);
  if (isDeepStrictEqual({ ...before, ...definition }, before)) return before;
  const { isTaken } = await countRules(tx, definition.name, id);
  if (isTaken) throw fail("rule_name_taken");
  if (!(await updateRule(tx, { ...definition, id, userId }, expectedVersion))) {
    throw fail("rule_changed_meanwhile", { version: before.version });
  }
  if (before.isOn) await resetTimers(tx, { ...definition, id });
  await record(tx, userId, "settings.rule-changed", { id, label: definition.name }, detailsOf(definition));
  await emit(tx, "rules.changed", {});
  return findRule(tx, id);
}

/** Switches a rule on or off; one that is so already stays as it is. */
export async function setRuleOn(
  tx: TenantTx,
  { userId }: Actor,
  { id, isOn }: { id: string; isOn: boolean },
): Promise<Rule> {
  await lockRules(tx);
  const before = await findRule(tx, id);
  if (await switchRule(tx, id, { isOn, userId })) {
    await (isOn ? resetTimers(tx, before) : endTimers(tx, id));
    await record(tx, userId, isOn ? "settings.rule-on" : "settings.rule-off", { id, label: before.name });
    await emit(tx, "rules.changed", {});
  }
  return findRule(tx, id);
}

/** Deletes a rule; trails and the audit log keep its name. */
export async function removeRule(tx: TenantTx, { userId }: Actor, id: string): Promise<{ id: string }> {
  await lockRules(tx);
  const { name } = await findRule(tx, id);
  await switchRule(tx, id, { isOn: false, isDeleted: true, userId });
  await endTimers(tx, id);
  await record(tx, userId, "settings.rule-deleted", { id, label: name });
  await emit(tx, "rules.changed", {});
  return { id };
}

/** Puts rules in this order; those that are not named follow. */
export async function arrangeRules(tx: TenantTx, { userId }: Actor, ids: readonly string[]): Promise<Rule[]> {
  await lockRules(tx);
  await placeRules(tx, [...new Set(ids)]);
  await record(tx, userId, "settings.rules-arranged", null);
  await emit(tx, "rules.changed", {});
  return listRules(tx);
}

// Several at once could pass the limit together, or take one name.
async function lockRules(tx: TenantTx): Promise<void> {
  await lockName(tx, "rules");
}

function detailsOf({ trigger, delayHours }: RuleDefinition) {
  return { when: triggerWords(trigger, delayHours) };
}

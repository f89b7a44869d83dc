import { isDeepStrictEqual } from "node:util";
import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import { targetLimits } from "@deskhand/contract/targets/target-limits";
import type { Policy, PolicyDefinition } from "@deskhand/contract/targets/targets";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { calendarExists } from "../hours/index.ts";
import {
  countPolicies,
  deletePolicy,
  insertPolicy,
  placePolicies,
  selectPolicies,
  selectPolicy,
  selectPolicyMaker,
  switchPolicy,
  updatePolicy,
} from "./policies.queries.ts";
import { askForRefresh } from "./refresh.queries.ts";

/** Makes a policy, once for a key: it becomes the policy's id. */
export async function createPolicy(
  tx: TenantTx,
  { userId }: Pick<Actor, "userId">,
  { idempotencyKey: id, isOn, ...definition }: PolicyDefinition & { isOn: boolean; idempotencyKey: string },
): Promise<Policy> {
  await lockPolicies(tx);
  const maker = await selectPolicyMaker(tx, id);
  if (maker && maker.id !== userId) throw failKeyUsed();
  if (maker) return findPolicy(tx, id);
  const { count, isTaken } = await countPolicies(tx, definition.name, id);
  if (isTaken) throw fail("policy_name_taken");
  if (count >= targetLimits.policies) throw fail("too_many_policies");
  await refuseUnknownCalendar(tx, definition);
  await insertPolicy(tx, { ...definition, id, isOn, userId });
  await announce(tx, userId, "settings.policy-made", { id, label: definition.name }, isOn);
  return findPolicy(tx, id);
}

/** Saves a policy; what is so already is no change. */
export async function changePolicy(
  tx: TenantTx,
  { userId }: Actor,
  { id, expectedVersion, ...definition }: PolicyDefinition & { id: string; expectedVersion: number },
): Promise<Policy> {
  await lockPolicies(tx);
  const before = await findPolicy(tx, id);
  if (isDeepStrictEqual({ ...before, ...definition }, before)) return before;
  if ((await countPolicies(tx, definition.name, id)).isTaken) throw fail("policy_name_taken");
  await refuseUnknownCalendar(tx, definition);
  if (!(await updatePolicy(tx, { ...definition, id, userId }, expectedVersion))) {
    throw fail("policy_changed_meanwhile", { version: before.version });
  }
  await announce(tx, userId, "settings.policy-changed", { id, label: definition.name }, before.isOn);
  return findPolicy(tx, id);
}

/** Switches a policy on or off; one that is so already stays as it is. */
export async function setPolicyOn(
  tx: TenantTx,
  { userId }: Actor,
  { id, isOn }: { id: string; isOn: boolean },
): Promise<Policy> {
  await lockPolicies(tx);
  const { name } = await findPolicy(tx, id);
  if (await switchPolicy(tx, id, isOn, userId)) {
    await announce(tx, userId, isOn ? "settings.policy-on" : "settings.policy-off", { id, label: name }, true);
  }
  return findPolicy(tx, id);
}

/** Deletes a policy. */
export async function removePolicy(tx: TenantTx, { userId }: Actor, id: string): Promise<{ id: string }> {
  await lockPolicies(tx);
  const { name, isOn } = await findPolicy(tx, id);
  await deletePolicy(tx, id);
  await announce(tx, userId, "settings.policy-deleted", { id, label: name }, isOn);
  return { id };
}

/** Puts policies in this order; those that are not named follow. */
export async function arrangePolicies(tx: TenantTx, { userId }: Actor, ids: readonly string[]): Promise<Policy[]> {
  await lockPolicies(tx);
  await placePolicies(tx, [...new Set(ids)]);
  await announce(tx, userId, "settings.policies-arranged", null, true);
  return selectPolicies(tx);
}

/** Says what was changed; tickets get their times anew where it concerns them. */
async function announce(
  tx: TenantTx,
  userId: string,
  action: AuditAction,
  about: { id: string; label: string } | null,
  concernsTickets: boolean,
): Promise<void> {
  await record(tx, userId, action, about);
  await emit(tx, "targets.changed", {});
  if (concernsTickets) await askForRefresh(tx);
}

async function findPolicy(tx: TenantTx, id: string): Promise<Policy> {
  const policy = await selectPolicy(tx, id);
  if (!policy) throw fail("policy_not_found");
  return policy;
}

async function refuseUnknownCalendar(tx: TenantTx, { calendarId }: PolicyDefinition): Promise<void> {
  if (calendarId !== null && !(await calendarExists(tx, calendarId))) throw fail("calendar_not_found");
}

// Several at once could pass the limit together, or take one name.
async function lockPolicies(tx: TenantTx): Promise<void> {
  await lockName(tx, "target_policies");
}

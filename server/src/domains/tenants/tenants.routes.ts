import type { Plan, PlanInterest } from "@deskhand/contract/admin/billing";
import type { Client } from "@deskhand/contract/admin/client";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import type { Actor } from "../../platform/http/context.ts";
import {
  confirmStoreName,
  findTenant,
  keepInterest,
  lockTenant,
  selectInterest,
  setStoreName,
} from "./tenants.queries.ts";

export const clientRoutes = {
  get: api.client.get.handler(({ context }) => context.withTenant(findTenant)),
  rename: api.client.rename.handler(({ context: { actor, withTenant }, input }) =>
    withTenant((tx) => renameStore(tx, actor, input)),
  ),
};

export const billingRoutes = {
  interest: api.billing.interest.handler(async ({ context }) => ({
    interest: (await context.withTenant(selectInterest)) ?? null,
  })),
  choose: api.billing.choose.handler(async ({ context: { services, actor, withTenant }, input: { plan } }) => {
    const { interest, isNew } = await withTenant((tx) => choosePlan(tx, actor, plan));
    // Until plans can be paid for, operators learn of the wish from the log.
    if (isNew) services.log.info({ tenantId: actor.tenantId, userId: actor.userId, plan }, "A store would like a plan");
    return { interest };
  }),
};

/**
 * Renames the store, unless its name is no longer the one the screen showed (docs/product.md#tenants). Saving the
 * present name confirms it.
 */
async function renameStore(
  tx: TenantTx,
  { userId }: Actor,
  { storeName, from }: { storeName: string; from: string },
): Promise<Client> {
  const client = await lockTenant(tx);
  if (client.storeName === storeName) {
    // Repeating it, or two people at once, is fine.
    const isNews = await confirmStoreName(tx);
    if (isNews) await emit(tx, "client.renamed", { from: storeName, to: storeName, actorId: userId });
    return client;
  }
  if (client.storeName !== from) throw fail("client_changed_meanwhile", { storeName: client.storeName });
  await setStoreName(tx, storeName);
  await emit(tx, "client.renamed", { from, to: storeName, actorId: userId });
  return { ...client, storeName };
}

/**
 * Records which plan the store would like; `isNew` is false where that was recorded already (docs/product.md#plans).
 */
async function choosePlan(
  tx: TenantTx,
  { userId }: Actor,
  plan: Plan,
): Promise<{ interest: PlanInterest; isNew: boolean }> {
  // Serializes two clicks, or two people.
  await lockTenant(tx);
  const current = await selectInterest(tx);
  if (current?.plan === plan) return { interest: current, isNew: false };
  await keepInterest(tx, plan, userId);
  await emit(tx, "plan.chosen", { plan, actorId: userId });
  const interest = await selectInterest(tx);
  if (!interest) throw new Error("The plan that was chosen is not there");
  return { interest, isNew: true };
}

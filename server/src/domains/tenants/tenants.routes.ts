import { api } from "../../platform/http/api.ts";
import { choosePlan } from "./choose-plan.ts";
import { renameStore } from "./rename-store.ts";
import { findTenant, selectInterest } from "./tenants.queries.ts";

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
    // Until plans can be paid for, whoever runs the installation reads of it here.
    if (isNew) services.log.info({ tenantId: actor.tenantId, userId: actor.userId, plan }, "A store would like a plan");
    return { interest };
  }),
};

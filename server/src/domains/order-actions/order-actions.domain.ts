import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { readOrderLimits, saveOrderLimits } from "./limits/limits.ts";

const limitsRoutes = {
  get: api.orderLimits.get.handler(({ context: { withTenant, actor } }) =>
    withTenant((tx) => readOrderLimits(tx, actor)),
  ),
  save: api.orderLimits.save.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => saveOrderLimits(tx, actor, input)),
  ),
};

export const orderActions: Domain = {
  tables: ["order_actions", "order_limits"],
  routes: () => ({ orderLimits: limitsRoutes }),
};

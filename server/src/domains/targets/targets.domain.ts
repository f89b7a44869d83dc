import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { explainTargets } from "./explain-targets.ts";
import { keepClocks } from "./keep-clocks.ts";
import { selectPolicies } from "./policies.queries.ts";
import { askForRefresh } from "./refresh.queries.ts";
import { refreshForgotten, refreshNightly, refreshWhenAsked, tellOfTargets } from "./run-targets.ts";
import { arrangePolicies, changePolicy, createPolicy, removePolicy, setPolicyOn } from "./save-policy.ts";

export const targets: Domain = {
  tables: ["target_policies", "target_refreshes"],
  routes: () => ({ targets: targetsRoutes }),
  schedules: [tellOfTargets, refreshForgotten, refreshNightly],
  hearings: [refreshWhenAsked],
  subscribers: { "hours.changed": (tx) => askForRefresh(tx) },
  settle: keepClocks,
};

const { list, create, update, switch: turn, arrange, remove, ofTicket } = api.targets;

const targetsRoutes = {
  list: list.handler(async ({ context }) => ({ items: await context.withTenant(selectPolicies) })),
  create: create.handler(({ context, input }) => context.withTenant((tx) => createPolicy(tx, context.actor, input))),
  update: update.handler(({ context, input }) => context.withTenant((tx) => changePolicy(tx, context.actor, input))),
  switch: turn.handler(({ context, input }) => context.withTenant((tx) => setPolicyOn(tx, context.actor, input))),
  arrange: arrange.handler(async ({ context, input }) => ({
    items: await context.withTenant((tx) => arrangePolicies(tx, context.actor, input.ids)),
  })),
  remove: remove.handler(({ context, input }) => context.withTenant((tx) => removePolicy(tx, context.actor, input.id))),
  ofTicket: ofTicket.handler(({ context, input }) => context.withTenant((tx) => explainTargets(tx, input.ticketId))),
};

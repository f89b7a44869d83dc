import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import { explainTicket } from "./explain-ticket.ts";
import { selectRule, selectRuns } from "./rules.queries.ts";
import { arrangeRules, changeRule, createRule, listRules, removeRule, setRuleOn } from "./save-rule.ts";
import { tryRule } from "./try-rule.ts";

const { list, create, update, switch: turn, remove, arrange, try: tried, runs, ofTicket } = api.rules;

export const rulesRoutes = {
  list: list.handler(async ({ context }) => ({ items: await context.withTenant(listRules) })),
  create: create.handler(({ context, input }) => context.withTenant((tx) => createRule(tx, context.actor, input))),
  update: update.handler(({ context, input }) => context.withTenant((tx) => changeRule(tx, context.actor, input))),
  switch: turn.handler(({ context, input }) => context.withTenant((tx) => setRuleOn(tx, context.actor, input))),
  remove: remove.handler(({ context, input }) => context.withTenant((tx) => removeRule(tx, context.actor, input.id))),
  arrange: arrange.handler(async ({ context, input }) => ({
    items: await context.withTenant((tx) => arrangeRules(tx, context.actor, input.ids)),
  })),
  try: tried.handler(({ context, input }) => context.withTenant((tx) => tryRule(tx, input))),
  runs: runs.handler(async ({ context, input }) => ({
    items: await context.withTenant(async (tx) => {
      if (!(await selectRule(tx, input.id))) throw fail("rule_not_found");
      return selectRuns(tx, input.id);
    }),
  })),
  ofTicket: ofTicket.handler(async ({ context, input }) => ({
    items: await context.withTenant((tx) => explainTicket(tx, input.ticketId)),
  })),
};

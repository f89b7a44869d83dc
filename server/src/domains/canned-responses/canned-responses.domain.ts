import type { Domain } from "../../platform/domain.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import { hideResponse, selectActive } from "./canned-responses.queries.ts";
import { fillCannedResponse, readPlaceholderValues } from "./fill-canned-response.ts";
import { createCannedResponse, updateCannedResponse } from "./save-canned-response.ts";

export const cannedResponses: Domain = {
  tables: ["canned_responses"],
  routes: () => ({ cannedResponses: cannedResponsesRoutes }),
};

const { list, create, update, delete: remove, fill, values } = api.cannedResponses;

const cannedResponsesRoutes = {
  list: list.handler(async ({ context }) => ({ items: await context.withTenant(selectActive) })),
  create: create.handler(({ context, input }) =>
    context.withTenant((tx) => createCannedResponse(tx, context.actor, input)),
  ),
  update: update.handler(({ context, input }) =>
    context.withTenant((tx) => updateCannedResponse(tx, context.actor, input)),
  ),
  delete: remove.handler(async ({ context: { actor, withTenant }, input: { id } }) => {
    // Hidden, not deleted, so that its text can still be looked up.
    if (!(await withTenant((tx) => hideResponse(tx, id, actor.userId)))) throw fail("canned_response_not_found");
    return { id };
  }),
  fill: fill.handler(({ context, input }) => context.withTenant((tx) => fillCannedResponse(tx, context.actor, input))),
  values: values.handler(({ context, input }) =>
    context.withTenant((tx) => readPlaceholderValues(tx, context.actor, input)),
  ),
};

import { api } from "../../platform/http/api.ts";
import { createCannedResponse } from "./create-canned-response.ts";
import { deleteCannedResponse } from "./delete-canned-response.ts";
import { fillCannedResponse } from "./fill-canned-response.ts";
import { listCannedResponses } from "./list-canned-responses.ts";
import { updateCannedResponse } from "./update-canned-response.ts";

const { list, create, update, delete: remove, fill } = api.cannedResponses;

export const cannedResponsesRoutes = {
  list: list.handler(({ context }) => context.withTenant(listCannedResponses)),
  create: create.handler(({ context, input }) =>
    context.withTenant((tx) => createCannedResponse(tx, context.actor, input)),
  ),
  update: update.handler(({ context, input }) =>
    context.withTenant((tx) => updateCannedResponse(tx, context.actor, input)),
  ),
  delete: remove.handler(({ context, input }) =>
    context.withTenant((tx) => deleteCannedResponse(tx, context.actor, input)),
  ),
  fill: fill.handler(({ context, input }) => context.withTenant((tx) => fillCannedResponse(tx, context.actor, input))),
};

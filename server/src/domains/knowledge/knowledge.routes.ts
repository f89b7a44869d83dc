import { api } from "../../platform/http/api.ts";
import { getResource, listResources, recordUse } from "./read-resources.ts";

export const knowledgeRoutes = {
  list: api.knowledge.list.handler(({ context, input }) =>
    listResources(context.read, context.actor, context.services.settings, input),
  ),
  get: api.knowledge.get.handler(({ context, input }) =>
    getResource(context.read, context.actor, context.services.settings, input.id),
  ),
  recordUse: api.knowledge.recordUse.handler(({ context, input }) =>
    context.withTenant((tx) => recordUse(tx, context.actor, context.services.settings, input)),
  ),
};

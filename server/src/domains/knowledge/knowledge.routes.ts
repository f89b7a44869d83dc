import { api } from "../../platform/http/api.ts";
import { getResource, listResources, recordUse } from "./read-resources.ts";
import { createResource, listVersions, removeResource, restoreVersion, updateResource } from "./save-resource.ts";

const { list, get, create, update, remove, versions, restore, recordUse: use } = api.knowledge;

export const knowledgeRoutes = {
  list: list.handler(({ context, input }) =>
    listResources(context.read, context.actor, context.services.settings, input),
  ),
  get: get.handler(({ context, input }) =>
    getResource(context.read, context.actor, context.services.settings, input.id),
  ),
  create: create.handler(({ context, input }) =>
    context.withTenant((tx) => createResource(tx, context.actor, context.services.settings, input)),
  ),
  update: update.handler(({ context, input }) =>
    context.withTenant((tx) => updateResource(tx, context.actor, context.services.settings, input)),
  ),
  remove: remove.handler(({ context, input }) =>
    context.withTenant((tx) => removeResource(tx, context.actor, input.id)),
  ),
  versions: versions.handler(({ context, input }) =>
    context.withTenant((tx) => listVersions(tx, context.actor, context.services.settings, input.id)),
  ),
  restore: restore.handler(({ context, input }) =>
    context.withTenant((tx) => restoreVersion(tx, context.actor, context.services.settings, input)),
  ),
  recordUse: use.handler(({ context, input }) =>
    context.withTenant((tx) => recordUse(tx, context.actor, context.services.settings, input)),
  ),
};

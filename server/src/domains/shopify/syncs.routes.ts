import { api } from "../../platform/http/api.ts";
import { listSyncs, readSync } from "./sync/list-syncs.ts";
import { startAskedSync } from "./sync/start-sync.ts";

export const syncsRoutes = {
  start: api.syncs.start.handler(({ context: { services, actor, withTenant }, input }) =>
    withTenant(async (tx) => readSync(tx, await startAskedSync(tx, services.jobs, input.kind, actor.userId))),
  ),
  list: api.syncs.list.handler(({ context }) => context.withTenant(listSyncs)),
};

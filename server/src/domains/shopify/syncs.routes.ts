import { api } from "../../platform/http/api.ts";
import { listSyncs, readSync } from "./sync/list-syncs.ts";
import { startAskedSync } from "./sync/start-sync.ts";
import { readSumsOf } from "./webhooks/read-sums.ts";

export const syncsRoutes = {
  start: api.syncs.start.handler(({ context: { services, actor, withTenant }, input }) =>
    withTenant(async (tx) => readSync(tx, await startAskedSync(tx, services.jobs, input.kind, actor.userId))),
  ),
  readOrder: api.syncs.readOrder.handler(({ context: { services, withTenant }, input }) =>
    withTenant(async (tx) => ({ isRead: await readSumsOf(tx, services.jobs, input.id) })),
  ),
  list: api.syncs.list.handler(({ context }) => context.withTenant(listSyncs)),
};

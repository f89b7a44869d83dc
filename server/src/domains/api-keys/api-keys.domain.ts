import { apiKeyLimits } from "@deskhand/contract/programs/api-key-limits";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Domain } from "../../platform/domain.ts";
import { failKeyUsed } from "../../platform/fail.ts";
import { api, programWrites, sharedApi } from "../../platform/http/api.ts";
import type { ProgramWrite } from "../../platform/http/context.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteOldWrites, insertWrite, selectAsked } from "./api-keys.queries.ts";
import { listEvents } from "./list-events.ts";
import { changeApiKey, createApiKey, listApiKeys, narrowKeysOf, removeApiKey, rotateApiKey } from "./save-api-key.ts";

const { list, create, update, rotate, remove } = api.apiKeys;

const apiKeysRoutes = {
  list: list.handler(async ({ context: { withTenant } }) => ({ items: await withTenant(listApiKeys) })),
  create: create.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => createApiKey(tx, actor, input)),
  ),
  update: update.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => changeApiKey(tx, actor, input)),
  ),
  rotate: rotate.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => rotateApiKey(tx, actor, input)),
  ),
  remove: remove.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => removeApiKey(tx, actor, input.id)),
  ),
};

const eventsRoutes = {
  list: sharedApi.events.list.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => listEvents(tx, actor, input)),
  ),
};

const forgetWrites: Schedule = {
  name: "api-keys.forget-writes",
  cron: "41 3 * * *",
  work: (services) =>
    forEachTenant(services, (tx) =>
      deleteOldWrites(tx, apiKeyLimits.writesKnownHours, apiKeyLimits.revokedKeysKeptDays),
    ),
};

/** Whether a program makes a write for the first time; fails if its Idempotency-Key was used for something else. */
async function isFirstWrite(tx: TenantTx, keyId: string, write: ProgramWrite): Promise<boolean> {
  if (await insertWrite(tx, keyId, write)) return true;
  const asked = await selectAsked(tx, keyId, write.idempotencyKey);
  if (!asked?.equals(write.asked)) throw failKeyUsed();
  return false;
}

export const apiKeys: Domain = {
  tables: ["api_keys", "api_key_writes"],
  routes: () => ({ apiKeys: apiKeysRoutes, events: eventsRoutes }),
  schedules: [forgetWrites],
  subscribers: { "user.updated": narrowKeysOf },
  answers: [programWrites.by(isFirstWrite)],
};

import { api } from "../../platform/http/api.ts";
import { allowActions, readGrantAgain, takeGrantBack } from "./connection/allow-actions.ts";
import { disconnectStore } from "./connection/disconnect-store.ts";
import { beginOAuth } from "./connection/oauth.ts";
import { saveToken, testSavedStore, testToken } from "./connection/save-token.ts";
import { readGrant } from "./connection/scopes.ts";
import { associateStore, selfTest, storeStatus } from "./connection/store-status.ts";
import { countStored } from "./connection/stores.queries.ts";
import { listSyncs, readSync } from "./sync/list-syncs.ts";
import { startAskedSync } from "./sync/start-sync.ts";
import { readSumsOf } from "./webhooks/read-sums.ts";

export const shopifyRoutes = {
  status: api.shopify.status.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => storeStatus(tx, services.settings)),
  ),
  counts: api.shopify.counts.handler(({ context }) => context.withTenant(countStored)),
  connect: api.shopify.connect.handler(({ context: { services, actor, withTenant }, input }) =>
    withTenant((tx) => beginOAuth(tx, services.settings, actor, input.shopDomain)),
  ),
  associate: api.shopify.associate.handler(({ context: { services, actor, withTenant }, input }) =>
    withTenant((tx) => associateStore(tx, services.settings, actor.userId, input.shopDomain)),
  ),
  save: api.shopify.save.handler(async ({ context: { services, actor, withTenant }, input }) => {
    await saveToken(services, actor, input);
    return withTenant((tx) => storeStatus(tx, services.settings));
  }),
  test: api.shopify.test.handler(({ context, input }) => testToken(context.services, input)),
  testSaved: api.shopify.testSaved.handler(({ context: { services, actor } }) =>
    testSavedStore(services, actor.tenantId),
  ),
  selfTest: api.shopify.selfTest.handler(({ context: { services, actor } }) => selfTest(services, actor.tenantId)),
  disconnect: api.shopify.disconnect.handler(({ context: { services, actor } }) => disconnectStore(services, actor)),
};

export const grantRoutes = {
  status: api.orderGrant.status.handler(({ context }) => context.withTenant(readGrant)),
  allow: api.orderGrant.allow.handler(({ context: { services, actor } }) => allowActions(services, actor)),
  takeBack: api.orderGrant.takeBack.handler(({ context: { services, actor } }) => takeGrantBack(services, actor)),
  readAgain: api.orderGrant.readAgain.handler(({ context: { services, actor } }) => readGrantAgain(services, actor)),
};

export const syncsRoutes = {
  start: api.syncs.start.handler(({ context: { services, actor, withTenant }, input }) =>
    withTenant(async (tx) => readSync(tx, await startAskedSync(tx, services.jobs, input.kind, actor.userId))),
  ),
  readOrder: api.syncs.readOrder.handler(({ context: { services, withTenant }, input }) =>
    withTenant(async (tx) => ({ isRead: await readSumsOf(tx, services.jobs, input.id) })),
  ),
  list: api.syncs.list.handler(({ context }) => context.withTenant(listSyncs)),
};

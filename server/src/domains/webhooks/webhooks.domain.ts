import type { Domain } from "../../platform/domain.ts";
import { api, sharedApi } from "../../platform/http/api.ts";
import { listEffects, performers } from "../effects/index.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import {
  changeWebhook,
  createWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  replaceWebhookSecret,
  replayDeliveries,
  testWebhook,
} from "./save-webhook.ts";

const { list, create, update, test, deliveries, replay, remove } = sharedApi.webhooks;
const { replaceSecret } = api.webhooks;

const webhooksRoutes = {
  list: list.handler(async ({ context: { withTenant } }) => ({ items: await withTenant(listWebhooks) })),
  create: create.handler(({ context: { withTenant, services, actor }, input }) =>
    withTenant((tx) => createWebhook(tx, services.settings.secret, actor, input)),
  ),
  update: update.handler(({ context: { withTenant, actor, once }, input }) =>
    withTenant(async (tx) => {
      await once(tx, () => changeWebhook(tx, actor, input));
      return findWebhook(tx, input.id);
    }),
  ),
  replaceSecret: replaceSecret.handler(({ context: { withTenant, services, actor }, input }) =>
    withTenant((tx) => replaceWebhookSecret(tx, services.settings.secret, actor, input.id)),
  ),
  test: test.handler(({ context: { withTenant, actor }, input }) => withTenant((tx) => testWebhook(tx, actor, input))),
  deliveries: deliveries.handler(({ context: { withTenant }, input: { id, ...page } }) =>
    withTenant(async (tx) => {
      await findWebhook(tx, id);
      return listEffects(tx, { ...page, targetId: id });
    }),
  ),
  replay: replay.handler(({ context: { withTenant, actor, once }, input }) =>
    withTenant(
      async (tx) => (await once(tx, () => replayDeliveries(tx, actor, input))) ?? { count: 0, hasMore: false },
    ),
  ),
  remove: remove.handler(({ context: { withTenant, actor, once }, input: { id } }) =>
    withTenant(async (tx) => {
      await once(tx, () => removeWebhook(tx, actor, id));
      return { id };
    }),
  ),
};

export const webhooks: Domain = {
  tables: ["webhooks"],
  routes: () => ({ webhooks: webhooksRoutes }),
  answers: [performers.by({ webhook: deliverWebhook })],
};

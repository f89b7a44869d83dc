import type { FastifyInstance } from "fastify";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { readWebhook } from "./read-webhook.ts";
import { takeWebhook } from "./take-webhook.ts";

/** `POST /api/shopify/webhooks` (docs/product.md#store-webhooks): whatever the store's platform tells, at one address. */
export async function shopifyWebhookRoutes(http: FastifyInstance, services: Services): Promise<void> {
  const { app } = services.settings.shopify;
  await http.register(async (scope) => {
    // The signature is one of the bytes as they came: they are neither unpacked nor parsed before it is checked.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.post(
      "/api/shopify/webhooks",
      { config: { isForPrograms: true }, decompress: false },
      async (request, reply) => {
        // Of what is refused the rest is not read.
        reply.header("connection", "close");
        if (!app) throw fail("webhook_disabled");
        const webhook = await readWebhook(request, app.secret, Date.now());
        reply.removeHeader("connection");
        await takeWebhook(services, webhook);
        return {};
      },
    );
  });
}

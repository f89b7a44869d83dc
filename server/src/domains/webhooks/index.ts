export { planDelivery } from "./deliver-webhook.ts";
export { createWebhook } from "./save-webhook.ts";
export { selectWebhookNames } from "./webhooks.queries.ts";

export { planDelivery } from "./deliver-webhook.ts";
export { createWebhook, listWebhooks } from "./save-webhook.ts";
export { selectWebhookNames } from "./webhooks.queries.ts";

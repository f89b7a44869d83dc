export { planDelivery } from "./deliver-webhook.ts";
export { selectWebhookNames } from "./webhooks.queries.ts";

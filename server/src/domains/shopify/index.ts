export { importStore } from "./connection/import-store.ts";
export { openStore } from "./connection/open-store.ts";
export { sealGrant } from "./connection/sealed-tokens.ts";
export { storeStatus } from "./connection/store-status.ts";
export { fetchOrdersByIds } from "./sync/fetch-by-ids.ts";
export { fetchOrdersByName } from "./sync/fetch-orders-by-name.ts";
export type { ReadOrders } from "./sync/read-orders.ts";
export { webhookPath } from "./webhooks/subscribe-to-store.ts";
export { wantedTopics } from "./webhooks/subscriptions.ts";

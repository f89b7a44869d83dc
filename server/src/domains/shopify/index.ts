export { importStore } from "./connection/keep-store.ts";
export { isStillConnected, type OpenStore, openStore } from "./connection/open-store.ts";
export { storeStatus } from "./connection/store-status.ts";
export { sealGrant } from "./connection/store-tokens.ts";
export { holdConnection } from "./connection/stores.queries.ts";
export { fetchOrdersByIds, fetchOrdersByName } from "./sync/fetch-orders.ts";
export type { ReadOrders } from "./sync/read-orders.ts";
export { wantedTopics, webhookPath } from "./webhooks/subscribe-to-store.ts";

export { importStore } from "./connection/import-store.ts";
export { isStillConnected } from "./connection/is-still-connected.ts";
export { type OpenStore, openStore } from "./connection/open-store.ts";
export { sealGrant } from "./connection/sealed-tokens.ts";
export { storeStatus } from "./connection/store-status.ts";
export { holdConnection } from "./connection/stores.queries.ts";
export { fetchOrdersByIds, fetchOrdersByName } from "./sync/fetch-orders.ts";
export type { ReadOrders } from "./sync/read-orders.ts";
export { wantedTopics, webhookPath } from "./webhooks/subscribe-to-store.ts";

export { findOrderByNumber } from "./finding/find-order-by-number.ts";
export { findOrdersOfTicket } from "./finding/find-orders-of.ts";
export { importOrders } from "./import-orders.ts";
export type { ImportedOrder } from "./orders.queries.ts";
export { deleteAllOrders } from "./removal.queries.ts";
export { saveStoreOrders } from "./save-store-orders.ts";
export type { StoreOrder } from "./store-order.ts";

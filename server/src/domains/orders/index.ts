export { eraseOrdersNamed } from "./erase.queries.ts";
export { digitsOf, findOrderByNumber, type TypedOrder } from "./finding/find-order-by-number.ts";
export { findOrdersOfTicket } from "./finding/find-orders-of.ts";
export { deleteGoneOrders } from "./gone-orders.queries.ts";
export { importOrders } from "./import-orders.ts";
export type { ImportedOrder } from "./orders.queries.ts";
export { deleteAllOrders } from "./removal.queries.ts";
export { saveStoreOrders, tellOfOrders } from "./save-store-orders.ts";
export type { StoreOrder } from "./store-order.ts";

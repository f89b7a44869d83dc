export { importOrders } from "./import-orders.ts";
export type { ImportedOrder } from "./orders.queries.ts";

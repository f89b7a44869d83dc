export { type ImportedOrder, importOrders } from "./import-orders.ts";

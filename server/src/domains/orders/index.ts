export { type ImportedOrder, importOrders, type OrderAddress } from "./import-orders.ts";

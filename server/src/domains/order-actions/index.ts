export { refusePlannedActions } from "./rows/order-actions.queries.ts";

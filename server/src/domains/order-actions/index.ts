export { findLastActions, type LastActions } from "./find-last-actions.ts";
export { refusePlannedActions } from "./rows/order-actions.queries.ts";

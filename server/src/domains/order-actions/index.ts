export { findLastActions, type LastActions } from "./find-last-actions.ts";
export { listWaiting } from "./list-actions.ts";
export { refusePlannedActions } from "./rows/action-steps.queries.ts";

export { openStore } from "./connection/open-store.ts";
export { holdStore } from "./connection/stores.queries.ts";

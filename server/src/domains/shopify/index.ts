export { importStore } from "./connection/import-store.ts";
export { openStore } from "./connection/open-store.ts";
export { sealGrant } from "./connection/sealed-tokens.ts";

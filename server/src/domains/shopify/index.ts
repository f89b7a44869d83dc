export { openStore } from "./connection/open-store.ts";
export { sealGrant } from "./connection/sealed-tokens.ts";

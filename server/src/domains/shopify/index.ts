export { openStore } from "./connection/open-store.ts";

export { record } from "./audit.queries.ts";
export { nameOfMail } from "./entries.queries.ts";

export { record } from "./audit.queries.ts";

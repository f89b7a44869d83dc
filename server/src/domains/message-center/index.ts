export { selectCounts } from "./message-center.queries.ts";

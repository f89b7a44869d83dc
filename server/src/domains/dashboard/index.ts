export { readMetrics } from "./read-metrics.ts";

export { writeExportHandler } from "./export/write-export.ts";
export { dismissFirstSteps } from "./first-steps/first-steps.queries.ts";
export { readStatus } from "./status/read-status.ts";

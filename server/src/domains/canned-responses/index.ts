export { importCannedResponses } from "./import-canned-responses.ts";

export { importCannedResponses } from "./save-canned-response.ts";

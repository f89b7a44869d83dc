export { isSeenBy, selectResponseTitles, selectResponseTitles, type Viewer } from "./canned-responses.queries.ts";
export {
  fillAutomaticResponse,
  fillAutomaticResponse,
  fillForOrder,
  fillForTicket,
  selectUnsendable,
  selectUnsendable,
} from "./fill-canned-response.ts";
export { importCannedResponses, importCannedResponses, viewerOf } from "./save-canned-response.ts";

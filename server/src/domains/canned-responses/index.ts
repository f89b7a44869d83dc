export { isSeenBy, selectResponseTitles, type Viewer } from "./canned-responses.queries.ts";
export {
  fillAutomaticResponse,
  fillForOrder,
  fillForTicket,
  fillNote,
  selectUnsendable,
} from "./fill-canned-response.ts";
export { countResponseUse } from "./macros.queries.ts";
export { importCannedResponses, viewerOf } from "./save-canned-response.ts";

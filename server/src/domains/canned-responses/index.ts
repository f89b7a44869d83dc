export { selectResponseTitles } from "./canned-responses.queries.ts";
export {
  fillAutomaticResponse,
  fillForOrder,
  fillForTicket,
  selectUnsendable,
} from "./fill-canned-response.ts";
export { importCannedResponses } from "./save-canned-response.ts";

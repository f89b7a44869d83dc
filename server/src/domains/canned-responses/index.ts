export { selectResponseTitles } from "./canned-responses.queries.ts";
export {
  type Filled,
  fillAutomaticResponse,
  fillForOrder,
  fillForTicket,
  selectUnsendable,
} from "./fill-canned-response.ts";
export { importCannedResponses } from "./save-canned-response.ts";

export { findFirstParcel, parcelWords } from "./read-ticket-tracking.ts";
export { moveTracking, takeTrackingBack } from "./rows/tracking.queries.ts";

export { findFirstParcel, parcelWords } from "./find-first-parcel.ts";
export { moveTracking, takeTrackingBack } from "./rows/tracking.queries.ts";

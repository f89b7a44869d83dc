export { moveTracking, takeTrackingBack } from "./rows/merged.queries.ts";

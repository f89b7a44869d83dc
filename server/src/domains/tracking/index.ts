export type { OrderFacts, Shipment, ShipmentEvent } from "./parcels/shipment-stage.ts";
export { findFirstParcel, parcelWords } from "./read-ticket-tracking.ts";
export { moveTracking, takeTrackingBack } from "./rows/tracking.queries.ts";

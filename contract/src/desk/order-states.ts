import type { TrackingStatus } from "../vocabulary.ts";

/** The word for each state of a parcel (docs/product.md#parcels). */
export const parcelLabels: Record<TrackingStatus, string> = {
  "order-placed": "Order Placed",
  processing: "Processing",
  shipped: "Shipped",
  "out-for-delivery": "Out for Delivery",
  delivered: "Delivered",
  exception: "Exception",
  cancelled: "Cancelled",
  "not-shipped": "Nothing to Ship",
};

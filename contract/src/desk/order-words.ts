/** What the platform’s words for a payment are called. */
export const payments: Readonly<Record<string, string>> = {
  paid: "Paid",
  pending: "Pending",
  refunded: "Refunded",
  partially_refunded: "Partially Refunded",
  voided: "Voided",
  authorized: "Authorized",
  partially_paid: "Partially Paid",
  expired: "Expired",
};

/** What its words for how far an order is shipped are called, as on Shopify's own screens (shopify.dev, OrderDisplayFulfillmentStatus, 2026-10), in capitals like the others. */
export const fulfillments: Readonly<Record<string, string>> = {
  fulfilled: "Fulfilled",
  partial: "Partial",
  partially_fulfilled: "Partial",
  unfulfilled: "Unfulfilled",
  in_progress: "In Progress",
  on_hold: "On Hold",
  open: "Open",
  pending_fulfillment: "Pending Fulfillment",
  request_declined: "Request Declined",
  restocked: "Restocked",
  scheduled: "Scheduled",
  fulfillment_not_required: "Fulfillment Not Required",
};

import type { OrderChange } from "@deskhand/contract/tracking";
import type { OrderChangeKind, TrackingStatus } from "@deskhand/contract/vocabulary";
import { formatMoney } from "../../lib/format.ts";
import type { Tone } from "../../ui/tone.ts";

interface Words {
  label: string;
  tone: Tone;
}

/** The word for each state of a parcel, and its colour. */
export const trackingWords: Record<TrackingStatus, Words> = {
  "order-placed": { label: "Order Placed", tone: "grey" },
  processing: { label: "Processing", tone: "blue" },
  shipped: { label: "Shipped", tone: "violet" },
  "out-for-delivery": { label: "Out for Delivery", tone: "amber" },
  delivered: { label: "Delivered", tone: "green" },
  exception: { label: "Exception", tone: "red" },
  cancelled: { label: "Cancelled", tone: "grey" },
  "not-shipped": { label: "Nothing to Ship", tone: "grey" },
};

const changes: Record<OrderChangeKind, string> = {
  placed: "ordered",
  paid: "paid",
  refunded: "refunded",
  cancelled: "cancelled",
  shipped: "shipped",
  "out-for-delivery": "out for delivery",
  "ready-for-pickup": "ready for pickup",
  delayed: "delayed",
  "delivery-attempted": "delivery attempted",
  "delivery-failed": "delivery failed",
  delivered: "delivered",
};

/** What happened to an order in a word or two, such as "refunded €20.00". */
export function changeWords({ kind, amount }: Pick<OrderChange, "kind" | "amount">, currency: string): string {
  return amount === null ? changes[kind] : `${changes[kind]} ${formatMoney(amount, currency)}`;
}

import { parcelLabels } from "@deskhand/contract/desk/order-states";
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
  "order-placed": { label: parcelLabels["order-placed"], tone: "grey" },
  processing: { label: parcelLabels.processing, tone: "blue" },
  shipped: { label: parcelLabels.shipped, tone: "violet" },
  "out-for-delivery": { label: parcelLabels["out-for-delivery"], tone: "amber" },
  "ready-for-pickup": { label: parcelLabels["ready-for-pickup"], tone: "amber" },
  delivered: { label: parcelLabels.delivered, tone: "green" },
  exception: { label: parcelLabels.exception, tone: "red" },
  cancelled: { label: parcelLabels.cancelled, tone: "grey" },
  "not-shipped": { label: parcelLabels["not-shipped"], tone: "grey" },
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

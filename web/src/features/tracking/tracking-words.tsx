import { parcelLabels } from "@deskhand/contract/desk/order-states";
import type { OrderChange, TicketOrder } from "@deskhand/contract/tracking";
import type { OrderChangeKind, TrackingStatus } from "@deskhand/contract/vocabulary";
import { History } from "lucide-react";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import type { Tone } from "../../ui/tone.ts";

interface Words {
  label: string;
  tone: Tone;
}

/** Each parcel state's label and colour. */
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

/** Describes an order's change briefly, such as "refunded €20.00". */
export function changeWords({ kind, amount }: Pick<OrderChange, "kind" | "amount">, currency: string): string {
  return amount === null ? changes[kind] : `${changes[kind]} ${formatMoney(amount, currency)}`;
}

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

/** Lists an order's changes since the customer wrote, which may answer their question; empty without any. */
export function SinceTheyWrote({ order, className }: { order: TicketOrder; className?: string }) {
  const { since, currency } = order;
  if (since === null) return null;
  return (
    <p className={cx("flex items-start gap-1.5 text-accent text-sm", className)}>
      <History size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <span title={formatDateTime(since.writtenAt)}>
          {since.isLastMessage ? "Since the customer wrote: " : "Since the customer first wrote: "}
        </span>
        {since.changes.map((change, at) => (
          <span key={`${change.kind} ${change.at} ${change.trackingNumber}`}>
            {at > 0 && " · "}
            {changeWords(change, currency)}{" "}
            <time dateTime={change.at} title={formatDateTime(change.at)} className="whitespace-nowrap tabular">
              {day.format(Date.parse(change.at))}
            </time>
          </span>
        ))}
      </span>
    </p>
  );
}

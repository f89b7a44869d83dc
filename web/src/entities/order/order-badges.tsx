import { fulfillmentLabel, paymentLabel } from "@deskhand/contract/desk/order-states";
import { Badge } from "../../ui/badge.tsx";
import type { Tone } from "../../ui/tone.ts";

interface OrderBadgesProps {
  payment: string | null;
  fulfillment: string | null;
  /** The words for an order without shipments; "Not Shipped" by default. */
  notShipped?: string;
}

/** Whether an order is paid and how far it is shipped. */
export function OrderBadges({ payment, fulfillment, notShipped }: OrderBadgesProps) {
  const shipped = fulfillmentWords(fulfillment);
  return (
    <>
      <PaymentBadge status={payment} />
      <StatusBadge {...shipped} {...(notShipped !== undefined && !fulfillment?.trim() && { label: notShipped })} />
    </>
  );
}

interface StatusProps {
  /** The platform's word; null for none. */
  status: string | null;
}

/** Whether an order is paid. */
export function PaymentBadge({ status }: StatusProps) {
  return <StatusBadge {...paymentWords(status)} />;
}

/** How far an order is shipped. */
export function FulfillmentBadge({ status }: StatusProps) {
  return <StatusBadge {...fulfillmentWords(status)} />;
}

// A word of the platform that is not known here may be long.
function StatusBadge({ tone, label }: ReturnType<typeof paymentWords>) {
  return (
    <Badge tone={tone} className="min-w-0 shrink">
      <span className="truncate">{label}</span>
    </Badge>
  );
}

interface Words {
  label: string;
  tone: Tone;
}

const payments: Readonly<Record<string, Tone>> = {
  Paid: "green",
  Pending: "amber",
  "Partially Refunded": "amber",
  Authorized: "blue",
  "Partially Paid": "amber",
  Expired: "red",
};

const fulfillments: Readonly<Record<string, Tone>> = {
  Fulfilled: "green",
  Partial: "amber",
  "In Progress": "blue",
  "On Hold": "amber",
  "Pending Fulfillment": "blue",
  "Request Declined": "red",
  Scheduled: "blue",
};

/** Returns the words for whether an order is paid, and their colour. */
export function paymentWords(status: string | null): Words {
  return withTone(payments, paymentLabel(status));
}

/** Returns the words for how far an order is shipped, and their colour. */
export function fulfillmentWords(status: string | null): Words {
  return withTone(fulfillments, fulfillmentLabel(status));
}

function withTone(tones: Readonly<Record<string, Tone>>, label: string): Words {
  return { label, tone: (Object.hasOwn(tones, label) ? tones[label] : undefined) ?? "grey" };
}

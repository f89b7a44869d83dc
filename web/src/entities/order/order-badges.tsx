import { fulfillmentLabel, paymentLabel } from "@deskhand/contract/desk/order-states";
import { Badge } from "../../ui/badge.tsx";
import type { Tone } from "../../ui/tone.ts";

interface OrderBadgesProps {
  payment: string | null;
  fulfillment: string | null;
  /** What stands where nothing is shipped; "Not Shipped" unless given. */
  notShipped?: string;
}

/** How an order is paid and how far it is shipped. */
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
  /** In the platform's words; null for none. */
  status: string | null;
}

/** How an order is paid. */
export function PaymentBadge({ status }: StatusProps) {
  return <StatusBadge {...paymentWords(status)} />;
}

/** How far an order is shipped. */
export function FulfillmentBadge({ status }: StatusProps) {
  return <StatusBadge {...fulfillmentWords(status)} />;
}

// The platform's own word, where it is none that is known here, may be long.
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

/** How an order is paid, in words, and their colour. */
export function paymentWords(status: string | null): Words {
  return withTone(payments, paymentLabel(status));
}

/** How far an order is shipped, in words, and their colour. */
export function fulfillmentWords(status: string | null): Words {
  return withTone(fulfillments, fulfillmentLabel(status));
}

function withTone(tones: Readonly<Record<string, Tone>>, label: string): Words {
  return { label, tone: (Object.hasOwn(tones, label) ? tones[label] : undefined) ?? "grey" };
}

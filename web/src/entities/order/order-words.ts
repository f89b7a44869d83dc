import { fulfillmentLabel, paymentLabel } from "@deskhand/contract/desk/order-states";
import type { Tone } from "../../ui/tone.ts";

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

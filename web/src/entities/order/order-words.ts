import type { Tone } from "../../ui/tone.ts";

interface Words {
  label: string;
  tone: Tone;
}

const payments: Record<string, Words> = {
  paid: { label: "Paid", tone: "green" },
  pending: { label: "Pending", tone: "amber" },
  refunded: { label: "Refunded", tone: "grey" },
  partially_refunded: { label: "Partially Refunded", tone: "amber" },
  voided: { label: "Voided", tone: "grey" },
  authorized: { label: "Authorized", tone: "blue" },
  partially_paid: { label: "Partially Paid", tone: "amber" },
};

const fulfillments: Record<string, Words> = {
  fulfilled: { label: "Fulfilled", tone: "green" },
  partial: { label: "Partial", tone: "amber" },
  unfulfilled: { label: "Unfulfilled", tone: "grey" },
};

/** How an order is paid, in words (docs/product.md#orders); one that is not known here is shown as it is. */
export function paymentWords(status: string | null): Words {
  return wordsOf(payments, status) ?? { label: status?.trim() || "Unknown", tone: "grey" };
}

/** How far an order is shipped, in words. */
export function fulfillmentWords(status: string | null): Words {
  return wordsOf(fulfillments, status) ?? { label: status?.trim() || "Not Shipped", tone: "grey" };
}

function wordsOf(known: Record<string, Words>, status: string | null): Words | undefined {
  return status !== null && Object.hasOwn(known, status) ? known[status] : undefined;
}

import { createHash } from "node:crypto";
import type { OrderDifference } from "@deskhand/contract/actions/action-errors";
import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { OrderPlan } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { amountPattern, compareAmounts, exactWords } from "../amounts.ts";
import type { LiveOrder } from "./read-order.ts";

const amount = z.string().regex(amountPattern);

/** What of an order somebody saw, in short: words and amounts, and digests of what is personal or long. */
const factsSchema = z.object({
  updatedAt: z.string().max(40),
  cancelled: z.string().max(40).nullable(),
  paid: z.string().max(60),
  received: amount,
  refunded: amount,
  shipped: z.string().max(60),
  /** In both currencies: what the order costs now, and the most that can be refunded. */
  total: z.string().max(80),
  left: z.string().max(80),
  items: z.string().max(30),
  address: z.string().max(30),
  tags: z.string().max(30),
  note: z.string().max(30),
  tracking: z.string().max(30),
  /** Of a preview: of which plan, and the sum that it says. */
  previewed: z.object({ plan: z.string().max(30), amount: z.string().max(80).nullable() }).nullable(),
});
export type Facts = z.infer<typeof factsSchema>;

export function factsOf(order: LiveOrder): Facts {
  return {
    updatedAt: order.updatedAt,
    cancelled: order.cancelledAt ?? null,
    paid: order.displayFinancialStatus ?? "",
    received: order.totalReceivedSet.amount,
    refunded: order.totalRefundedSet.amount,
    shipped: order.displayFulfillmentStatus ?? "",
    total: exactWords(order.currentTotalPriceSet),
    left: order.suggestedRefund ? exactWords(order.suggestedRefund.maximumRefundableSet) : "",
    items: digest(
      order.lines.map(({ lineItemId, quantity, refundable, unsent }) => [lineItemId, quantity, refundable, unsent]),
    ),
    address: digest(order.shippingAddress ?? null),
    tags: digest([...order.tags].sort()),
    note: digest(order.note ?? ""),
    tracking: digest(order.fulfillments),
    previewed: null,
  };
}

/** The same for a preview of a plan. */
export function withPreview(facts: Facts, plan: OrderPlan, amount: string | null): Facts {
  return { ...facts, previewed: { plan: digest(plan), amount } };
}

/** Whether these are the facts of a preview of this plan. */
export function isPreviewOf({ previewed }: Facts, plan: OrderPlan): boolean {
  return previewed?.plan === digest(plan);
}

function digest(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value, inOrder) ?? "")
    .digest("base64url")
    .slice(0, 22);
}

/** Fields in one order: the database gives a stored plan back in another than the browser's. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The version that a screen gets of what was looked at. Only whoever changes it is told of changes that there are not. */
export function versionOf(facts: Facts): string {
  return Buffer.from(JSON.stringify(facts)).toString("base64url");
}

/** What was looked at, by its version; null for what is none. */
export function readVersion(version: string): Facts | null {
  try {
    return factsSchema.parse(JSON.parse(Buffer.from(version, "base64url").toString("utf8")));
  } catch {
    // Made up, or of an earlier release: the order has to be looked at again.
    return null;
  }
}

/** Facts as stored with an action. */
export function storedFacts(value: unknown): Facts {
  return factsSchema.parse(value);
}

type Concern = Exclude<keyof Facts, "updatedAt" | "received" | "previewed">;

/** What an action depends on: a change of anything else does not stop it. */
const concerns: Record<OrderActionKind, readonly Concern[]> = {
  refund: ["cancelled", "paid", "refunded", "shipped", "items"],
  cancel: ["cancelled", "paid", "refunded", "shipped", "items", "left"],
  address: ["cancelled", "shipped", "address"],
  edit: ["cancelled", "refunded", "shipped", "items"],
  draft: ["items", "address", "total"],
  shipping_notice: ["cancelled", "shipped", "tracking"],
  annotate: ["tags", "note"],
};

/** As what a change is told; `isTold` if its words can be read. */
const tellings: Record<Concern, { what: OrderDifference["what"]; isTold: boolean }> = {
  cancelled: { what: "cancelled", isTold: true },
  paid: { what: "paid", isTold: true },
  refunded: { what: "refunded", isTold: true },
  shipped: { what: "shipped", isTold: true },
  total: { what: "amount", isTold: true },
  left: { what: "amount", isTold: true },
  items: { what: "items", isTold: false },
  address: { what: "address", isTold: false },
  tags: { what: "tags", isTold: false },
  note: { what: "note", isTold: false },
  tracking: { what: "shipped", isTold: false },
};

/** What changed of that which an action depends on, each once. */
export function differencesFor(kind: OrderActionKind, before: Facts, now: Facts): OrderDifference[] {
  const changes = new Map<OrderDifference["what"], OrderDifference>();
  for (const concern of concerns[kind]) {
    const { what, isTold } = tellings[concern];
    if (!changes.has(what) && differs(concern, before, now))
      changes.set(what, { what, from: isTold ? before[concern] : null, to: isTold ? now[concern] : null });
  }
  return [...changes.values()];
}

function differs(concern: Concern, before: Facts, now: Facts): boolean {
  if (concern === "refunded") return compareAmounts(before.refunded, now.refunded) !== 0;
  const isSame = before[concern] === now[concern];
  return !isSame || (concern === "paid" && compareAmounts(before.received, now.received) !== 0);
}

const names: Record<OrderDifference["what"], string> = {
  cancelled: "it was cancelled",
  paid: "its payment changed",
  refunded: "something was refunded",
  shipped: "its shipping changed",
  items: "its items changed",
  address: "its address changed",
  tags: "its tags changed",
  note: "its note changed",
  amount: "the amount changed",
};

/** The changes in a sentence: "The order changed meanwhile: it was cancelled, something was refunded". */
export function differenceWords(changes: readonly OrderDifference[]): string {
  return `The order changed meanwhile: ${changes.map(({ what }) => names[what]).join(", ")}`;
}

import { createHash } from "node:crypto";
import type { OrderDifference } from "@deskhand/contract/actions/action-errors";
import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { OrderPlan } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { compareAmounts } from "../amounts.ts";
import type { LiveOrder } from "./read-order.ts";

/** What of an order somebody saw, in short: words and amounts, and digests of what is personal or long. */
const factsSchema = z.object({
  updatedAt: z.string().max(40),
  cancelled: z.string().max(40).nullable(),
  paid: z.string().max(60),
  received: z.string().max(30),
  refunded: z.string().max(30),
  shipped: z.string().max(60),
  total: z.string().max(30),
  items: z.string().max(30),
  address: z.string().max(30),
  tags: z.string().max(30),
  note: z.string().max(30),
  /** Of a preview: of which plan, and what it moves to the customer. */
  previewed: z.object({ plan: z.string().max(30), amount: z.string().max(30).nullable() }).nullable(),
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
    total: order.currentTotalPriceSet.amount,
    items: digest(
      order.lines.map(({ lineItemId, quantity, refundable, unsent }) => [lineItemId, quantity, refundable, unsent]),
    ),
    address: digest(order.shippingAddress ?? null),
    tags: digest([...order.tags].sort()),
    note: digest(order.note ?? ""),
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
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
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

type Concern = Exclude<keyof Facts, "updatedAt" | "received" | "total" | "previewed">;

/** What an action depends on: a change of anything else does not stop it. */
const concerns: Record<OrderActionKind, readonly Concern[]> = {
  refund: ["cancelled", "paid", "refunded", "shipped", "items"],
  cancel: ["cancelled", "paid", "refunded", "shipped", "items"],
  address: ["cancelled", "shipped", "address"],
  edit: ["cancelled", "refunded", "shipped", "items"],
  draft: ["items", "address"],
  shipping_notice: ["cancelled", "shipped"],
  annotate: ["tags", "note"],
};

/** What changed of that which an action depends on. */
export function differencesFor(kind: OrderActionKind, before: Facts, now: Facts): OrderDifference[] {
  return concerns[kind].flatMap((what): OrderDifference[] => {
    const isAmount = what === "refunded";
    const isSame = isAmount ? compareAmounts(before.refunded, now.refunded) === 0 : before[what] === now[what];
    if (isSame && !(what === "paid" && compareAmounts(before.received, now.received) !== 0)) return [];
    const isTold = isAmount || what === "paid" || what === "shipped" || what === "cancelled";
    return [{ what, from: isTold ? before[what] : null, to: isTold ? now[what] : null }];
  });
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

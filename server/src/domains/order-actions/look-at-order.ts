import { scopesOfAction } from "@deskhand/contract/actions/action-kinds";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type {
  BothAmounts,
  OrderActionPreview,
  OrderLook,
  OrderOutcome,
  OrderPlan,
} from "@deskhand/contract/actions/action-parts";

import { fail } from "../../platform/fail.ts";
import { needScopes, readGrant } from "../shopify/index.ts";
import { exactWords, written } from "./amounts.ts";
import type { Prepared } from "./kinds/action-kind.ts";
import { offersFor, prepareAction } from "./kinds/all-kinds.ts";
import { aboveLimit, modesOf } from "./limits/limits.ts";
import { asFailure, askAsPerson, type Desk, openOrder } from "./open-order.ts";
import {
  differencesFor,
  type Facts,
  factsOf,
  isPreviewOf,
  readVersion,
  versionOf,
  withPreview,
} from "./store/facts.ts";
import { locationsQuery, variantsQuery } from "./store/order-query.ts";
import type { LiveOrder } from "./store/read-order.ts";

/** Reads an order at Shopify, with all that actions choose from. */
export async function lookAtOrder(desk: Desk, orderId: string): Promise<OrderLook> {
  const { order, context } = await openOrder(desk, orderId, []);
  const { grant, modes } = await desk.withTenant(async (tx) => ({
    grant: await readGrant(tx),
    modes: await modesOf(tx, desk.actor.role),
  }));
  if (grant.kinds.length === 0) throw fail("order_actions_not_granted", { missing: scopesOfAction.refund.slice() });
  const locations = context.hasLocations
    ? (await askAsPerson(desk.services, desk.actor.tenantId, (store) => store.ask(locationsQuery, {}))).locations.nodes
    : [];
  const { shippingAddress = null, email = null, note = null, ...rest } = order;
  return {
    orderId,
    name: order.name,
    version: versionOf(factsOf(order)),
    readAt: new Date().toISOString(),
    financialStatus: order.displayFinancialStatus ?? null,
    fulfillmentStatus: order.displayFulfillmentStatus ?? null,
    cancelledAt: order.cancelledAt ?? null,
    total: order.currentTotalPriceSet,
    refunded: order.totalRefundedSet,
    received: order.totalReceivedSet,
    outstanding: order.totalOutstandingSet,
    lines: order.lines,
    shipping: {
      charged: order.totalShippingPriceSet,
      refundable: order.suggestedRefund?.shipping.maximumRefundableSet ?? nothingOf(order.totalShippingPriceSet),
    },
    payments: (order.suggestedRefund?.suggestedTransactions ?? []).map(({ label, gateway, refundable }) => ({
      gateway: label,
      isGiftCard: gateway === "gift_card",
      refundable,
    })),
    locations: locations.map(({ id, name }) => ({ locationId: id, name })),
    shippingAddress,
    email,
    note,
    tags: rest.tags,
    shipments: shipmentsOf(order),
    offers: offersFor(order, grant.kinds, { role: desk.actor.role, modes }),
  };
}

function shipmentsOf({ fulfillments }: LiveOrder): OrderLook["shipments"] {
  return fulfillments.map(({ id, status, trackingInfo }) => ({
    shipmentId: id,
    parcels: trackingInfo.map(({ number, company }) => ({ number, company })),
    isCancelled: status === "CANCELLED",
  }));
}

/** Nothing, in the currencies of another amount. */
function nothingOf({ currency, shown }: BothAmounts): BothAmounts {
  return {
    amount: written("0", currency),
    currency,
    shown: shown && { amount: written("0", shown.currency), currency: shown.currency },
  };
}

/** An action that can be done now, with the facts that it depends on. */
export type Ready = { prepared: Prepared<object>; facts: Facts };

/** Says what an action would do, and whether it is above somebody's limit. */
export async function previewAction(
  desk: Desk,
  { orderId, plan, version }: { orderId: string; plan: OrderPlan; version: string },
): Promise<OrderActionPreview> {
  const { prepared, facts } = await prepareNow(desk, orderId, plan, readFacts(version));
  return {
    version: versionOf(facts),
    outcome: prepared.outcome,
    above: await desk.withTenant((tx) => aboveLimit(tx, desk.actor, measured(plan, prepared))),
  };
}

/** What counts against limits. */
export function measured({ kind }: OrderPlan, { money }: Pick<Prepared<object>, "money">) {
  return { kind, amount: money?.amount ?? null, currency: money?.currency ?? "USD" };
}

/** Prepares an action of which somebody has a preview; fails with what changed since, the amount too. */
export async function prepareSeen(desk: Desk, orderId: string, plan: OrderPlan, version: string): Promise<Ready> {
  const seen = readFacts(version);
  if (!isPreviewOf(seen, plan))
    throw fail("input_invalid", { fields: { version: ["Look at what it would do first"] } });
  const ready = await prepareNow(desk, orderId, plan, seen);
  checkAmount(seen, ready.facts);
  return ready;
}

/** Fails if Shopify computes another sum than before. */
export function checkAmount({ previewed: before }: Facts, { previewed: now }: Facts): void {
  if (before?.amount === now?.amount) return;
  const change = { what: "amount" as const, from: before?.amount ?? null, to: now?.amount ?? null };
  throw fail("order_changed_meanwhile", { changes: [change] });
}

/** Prepares an action as the order is now, unless what it depends on changed. */
export async function prepareNow(desk: Desk, orderId: string, plan: OrderPlan, seen: Facts): Promise<Ready> {
  const { order, context } = await openOrder(desk, orderId, scopesOfAction[plan.kind]);
  const now = factsOf(order);
  const changes = differencesFor(plan.kind, seen, now);
  if (changes.length > 0) throw fail("order_changed_meanwhile", { changes });
  const prepared = await asFailure(() => prepareAction(context, order, plan));
  return { prepared, facts: withPreview(now, plan, sumOf(prepared.outcome)) };
}

/** The sum that a person sees and decides by, in both currencies; null for what costs nothing. */
function sumOf(outcome: OrderOutcome): string | null {
  switch (outcome.kind) {
    case "refund":
      return exactWords(outcome.amount);
    case "cancel":
      return outcome.refund && exactWords(outcome.refund);
    case "edit":
      return exactWords(outcome.after);
    case "draft":
      return exactWords(outcome.total);
    case "address":
    case "shipping_notice":
    case "annotate":
      return null;
  }
}

function readFacts(version: string): Facts {
  const facts = readVersion(version);
  if (!facts) throw fail("input_invalid", { fields: { version: ["Look at the order again"] } });
  return facts;
}

/** Searches products to add to an order. */
export async function findVariants({ services, actor, withTenant }: Desk, search: string) {
  await withTenant((tx) => needScopes(tx, ["read_products"]));
  // Quotes and operators are taken out: the words alone are searched for.
  const query = search.replace(/[^\p{L}\p{N}\s._-]/gu, " ").trim();
  const { shop, productVariants } = await askAsPerson(services, actor.tenantId, (store) =>
    store.ask(variantsQuery, { query, first: actionLimits.variantsFound }),
  );
  return {
    items: productVariants.nodes.map(({ id, title, sku, price, inventoryQuantity, inventoryItem, product }) => ({
      variantId: id,
      title: product.title,
      variantTitle: title === "Default Title" ? null : title,
      sku: sku ?? null,
      price: written(price, shop.currencyCode),
      currency: shop.currencyCode,
      available: inventoryItem.tracked ? (inventoryQuantity ?? null) : null,
    })),
  };
}

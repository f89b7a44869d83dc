import * as z from "zod";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import type { StoreCustomer } from "../../customers/index.ts";
import type { FetchedOrder } from "../../orders/index.ts";
import {
  type AnsweredFulfillment,
  type AnsweredOrder,
  eventSchema,
  fulfillmentSchema,
  idField,
  lineItemSchema,
  orderSchema,
  refundSchema,
  timeField,
  transactionSchema,
} from "./answer-schemas.ts";
import {
  endOf,
  fulfillmentEventsQuery,
  fulfillmentsPerRequest,
  lineItemsQuery,
  orderPartsQuery,
  withOrder,
} from "./order-query.ts";
import { toStoreOrder } from "./to-store-order.ts";

/** An order's place in the store's lists. */
export type OrderPlace = { shopifyId: string; createdAt: string; updatedAt: string };

/** The readable orders of an answer, and what is wrong with the others. */
export type ReadOrders = {
  /** All whose times can be read, in their order. */
  places: OrderPlace[];
  orders: FetchedOrder[];
  customers: StoreCustomer[];
  /** What is wrong with the others; the id is null where even that is unreadable. */
  unreadable: Unreadable[];
};
export type Unreadable = { shopifyId: string | null; fault: string };

/**
 * Reads orders from an answer of the Admin API, and fetches what did not come with them: line items, shipments and
 * their events, refunds. An unreadable one does not spoil the others. `askedAt` is when they were asked for. Rejects
 * with a StoreFault.
 */
export async function readOrders(store: AdminApi, nodes: readonly unknown[], askedAt: string): Promise<ReadOrders> {
  const read: ReadOrders = { places: [], orders: [], customers: [], unreadable: [] };
  for (const node of nodes) {
    const place = placeSchema.safeParse(node);
    if (place.success) read.places.push(place.data);
    const parsed = orderSchema.safeParse(node);
    if (!parsed.success) {
      read.unreadable.push({ shopifyId: idOf(node), fault: faultOf(parsed.error) });
      continue;
    }
    const whole = await completeOrder(store, parsed.data);
    if (!whole.success) {
      read.unreadable.push({ shopifyId: idOf(node), fault: whole.fault });
      continue;
    }
    read.orders.push({ ...toStoreOrder(whole.data), askedAt });
    if (whole.data.customer) read.customers.push(whole.data.customer);
  }
  return read;
}

const placeSchema = z
  .object({ legacyResourceId: idField, createdAt: timeField, updatedAt: timeField })
  .transform(({ legacyResourceId: shopifyId, createdAt, updatedAt }) => ({ shopifyId, createdAt, updatedAt }));
const withId = z.object({ legacyResourceId: idField });

/** The store's id of an order in an answer; null where that is unreadable. */
export function idOf(node: unknown): string | null {
  return withId.safeParse(node).data?.legacyResourceId ?? null;
}

/** More pages than any order has at Shopify, which allows 500 items; stops a store that would page for ever. */
const maxPages = 20;

type Whole = { success: true; data: AnsweredOrder } | { success: false; fault: string };

/** A part of an order is missing in an answer; the stored order is better than one without it. */
class PartMissing extends Error {}

/**
 * Completes an order by fetching what did not fit beside it. Keeps the time of its first answer, so that later changes
 * are newer and replace it.
 */
async function completeOrder(store: AdminApi, order: AnsweredOrder): Promise<Whole> {
  try {
    const lineItems = await allLineItems(store, order);
    if (!hasMoreParts(order)) return { success: true, data: { ...order, lineItems } };
    return { success: true, data: { ...order, lineItems, ...(await allParts(store, order)) } };
  } catch (error) {
    // Leaves out this order only. A fault of the store itself ends the page.
    if (error instanceof z.ZodError) return { success: false, fault: faultOf(error) };
    if (error instanceof PartMissing) return { success: false, fault: error.message };
    throw error;
  }
}

async function allLineItems(store: AdminApi, { id, lineItems }: AnsweredOrder): Promise<AnsweredOrder["lineItems"]> {
  let { pageInfo } = lineItems;
  let after = pageInfo.endCursor ?? null;
  // Without an end cursor all items are fetched again.
  const nodes = pageInfo.hasNextPage && after === null ? [] : [...lineItems.nodes];
  for (let pages = 0; pageInfo.hasNextPage && pages < maxPages; pages += 1) {
    const { order } = await store.ask(lineItemsQuery, { id, after });
    const next = order && endOf(order.lineItems);
    if (!order || (order.lineItems.pageInfo.hasNextPage && next === null))
      throw new PartMissing("lineItems are missing");
    nodes.push(...order.lineItems.nodes.map((node) => lineItemSchema.parse(node)));
    ({ pageInfo } = order.lineItems);
    after = next;
  }
  return { pageInfo, nodes };
}

function hasMoreParts({ fulfillments, refunds, transactions }: AnsweredOrder): boolean {
  return (
    // These lists have no pages: a full one may have more.
    fulfillments.length >= withOrder.fulfillments ||
    refunds.length >= withOrder.refunds ||
    transactions.length >= withOrder.transactions ||
    fulfillments.some(({ trackingInfo }) => trackingInfo.length >= withOrder.parcels) ||
    fulfillments.some(({ events }) => events.pageInfo.hasNextPage)
  );
}

async function allParts(store: AdminApi, known: AnsweredOrder) {
  const { order } = await store.ask(orderPartsQuery, { id: known.id });
  if (!order) throw new PartMissing("its parts are missing");
  const all = order.fulfillments.map((node) => fulfillmentSchema.parse(node));
  return {
    fulfillments: await withEvents(store, all, known.fulfillments),
    refunds: order.refunds.map((node) => refundSchema.parse(node)),
    transactions: order.transactions.map((node) => transactionSchema.parse(node)),
  };
}

async function withEvents(
  store: AdminApi,
  all: readonly Omit<AnsweredFulfillment, "events">[],
  known: readonly AnsweredFulfillment[],
): Promise<AnsweredFulfillment[]> {
  const whole = new Map(known.flatMap(({ id, events }) => (events.pageInfo.hasNextPage ? [] : [[id, events.nodes]])));
  const missing = all.map(({ id }) => id).filter((id) => !whole.has(id));
  for (let at = 0; at < missing.length; at += fulfillmentsPerRequest) {
    const { nodes } = await store.ask(fulfillmentEventsQuery, { ids: missing.slice(at, at + fulfillmentsPerRequest) });
    for (const node of nodes) {
      if (!node) throw new PartMissing("what carriers report is missing");
      whole.set(
        node.id,
        node.events.nodes.map((event) => eventSchema.parse(event)),
      );
    }
  }
  const pageInfo = { hasNextPage: false };
  return all.map((fulfillment) => ({ ...fulfillment, events: { pageInfo, nodes: whole.get(fulfillment.id) ?? [] } }));
}

/** Describes the first fault of an answer in a few words. */
export function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join(".")} ${issue.message}`.slice(0, 200) : "cannot be read";
}

import { fail } from "../../../platform/fail.ts";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { type AnsweredOrder, moreLinesQuery, orderLookQuery, type Suggestion, suggestionQuery } from "./order-query.ts";

/** An order as Shopify has it at this moment, with all its lines. */
export type LiveOrder = Omit<AnsweredOrder, "lineItems"> & {
  shopifyId: string;
  lines: AnsweredOrder["lineItems"]["nodes"];
};

/** More lines than an order of Shopify has. */
const mostPages = 12;

/** Reads an order at Shopify; null if there is none. Rejects with a StoreFault. */
export async function readLiveOrder(store: AdminApi, shopifyId: string): Promise<LiveOrder | null> {
  const id = orderGid(shopifyId);
  const { order } = await store.ask(orderLookQuery, { id });
  if (!order) return null;
  const { lineItems, ...rest } = order;
  const lines = [...lineItems.nodes];
  let { pageInfo } = lineItems;
  for (let page = 0; pageInfo.hasNextPage; page += 1) {
    if (page >= mostPages) throw new StoreFault("unreadable", "The store's list of lines does not end");
    const more = await store.ask(moreLinesQuery, { id, after: pageInfo.endCursor });
    if (!more.order) return null;
    lines.push(...more.order.lineItems.nodes);
    pageInfo = more.order.lineItems.pageInfo;
  }
  return Object.assign(rest, { shopifyId, lines });
}

/** A line that is refunded, as Shopify takes it. */
export type RefundLine = { lineItemId: string; quantity: number; restockType: string; locationId?: string };

type SuggestedFor = {
  lines: RefundLine[];
  withShipping: boolean;
  /** Whether the places that Shopify would put goods back to may be read. */
  withPlaces: boolean;
};

/** Asks what Shopify would refund. */
export async function suggestRefund(store: AdminApi, shopifyId: string, wanted: SuggestedFor): Promise<Suggestion> {
  const { order } = await store.ask(suggestionQuery, Object.assign({ id: orderGid(shopifyId) }, wanted));
  if (!order?.suggestedRefund)
    throw fail("order_action_impossible", { because: "Shopify offers no refund for this order" });
  return order.suggestedRefund;
}

export const orderGid = (shopifyId: string): string => `gid://shopify/Order/${shopifyId}`;
export const lineGid = (lineItemId: string): string => `gid://shopify/LineItem/${lineItemId}`;

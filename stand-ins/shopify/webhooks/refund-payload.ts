import { fixed } from "../state/decimals.ts";
import type { StoreOrder, StoreRefund } from "../state/store-state.ts";

/** Makes a refund in the form of the REST payloads: topic refunds/create. */
export function refundPayload(order: StoreOrder, refund: StoreRefund): object {
  const { id, createdAt, note, lineItems, transactionIds } = refund;
  const transactions = order.transactions.filter((transaction) => transactionIds.includes(transaction.id));
  return {
    id,
    order_id: order.id,
    created_at: createdAt,
    note,
    user_id: null,
    processed_at: createdAt,
    restock: false,
    duties: [],
    total_duties_set: null,
    return: null,
    refund_shipping_lines: [],
    order_adjustments: [],
    admin_graphql_api_id: `gid://shopify/Refund/${id}`,
    transactions: transactions.map(({ id: transactionId, kind, status, amount, gateway, createdAt: at }) => ({
      id: transactionId,
      order_id: order.id,
      kind: kind.toLowerCase(),
      status: status.toLowerCase(),
      gateway,
      amount: fixed(amount, order.currency),
      currency: order.currency,
      created_at: at,
      processed_at: at,
      test: order.isTest,
      admin_graphql_api_id: `gid://shopify/OrderTransaction/${transactionId}`,
    })),
    refund_line_items: lineItems.map(({ lineItemId, quantity, subtotal }, index) => ({
      id: id * 100 + index,
      line_item_id: lineItemId,
      location_id: null,
      quantity,
      restock_type: "no_restock",
      subtotal: fixed(subtotal, order.currency),
      total_tax: fixed("0", order.currency),
    })),
  };
}

import { add, compare, subtract, times } from "../../state/decimals.ts";
import { lineFrom, toSecond } from "../../state/order-from.ts";
import { currentTotalOf, outstandingOf, refundedQuantity, unsentQuantity } from "../../state/order-sums.ts";
import { keepChanged, nextIdOf } from "../../state/shopkeeper.ts";
import { mail, putBack, variantOf } from "../../state/stock.ts";
import type { Decimal, StoreLineItem, StoreOrder } from "../../state/store-state.ts";
import { orderPayload } from "../../webhooks/order-payload.ts";
import { type Args, type Context, type Fields, gid, needScope, numberIn } from "../bind.ts";
import { moneyBag } from "./money.ts";
import { orderRef } from "./order-fields.ts";
import { findOrder } from "./order-list.ts";

/** An edit that was begun and not committed: nothing of the order changes until then. */
type Edit = {
  id: number;
  order: StoreOrder;
  quantities: Map<number, { quantity: number; restock: boolean }>;
  added: StoreLineItem[];
};
const edits = new Map<number, Edit>();

type Answer = { calculatedOrder: Edit | null; userErrors: { field: string[] | null; message: string }[] };
const refuse = (message: string): Answer => ({ calculatedOrder: null, userErrors: [{ field: null, message }] });

/** Why an order's items cannot be changed; none if they can. */
export const editabilityFields: Fields<{ order: StoreOrder }> = {
  merchantEditable: ({ order }) => order.cancelledAt === null,
  merchantEditableErrors: ({ order }) => (order.cancelledAt === null ? [] : ["Canceled orders can't be edited"]),
  capturable: ({ order }) => order.financialStatus === "AUTHORIZED",
  cancellation: ({ order }) => (order.cancelledAt === null ? null : { staffNote: order.staffNote ?? null }),
};

export const calculatedOrderFields: Fields<Edit> = {
  id: ({ id }) => gid("CalculatedOrder", id),
  totalPriceSet: (edit) => moneyBag(totalOfEdit(edit), edit.order),
};

function totalOfEdit({ order, quantities, added }: Edit): Decimal {
  const changes = [...quantities].map(([lineId, { quantity }]) => {
    const item = order.lineItems.find(({ id }) => id === lineId);
    return item ? times(item.price, quantity - present(order, item)) : "0";
  });
  return add(currentTotalOf(order), ...changes, ...added.map(({ price, quantity }) => times(price, quantity)));
}

const present = (order: StoreOrder, item: StoreLineItem) => item.currentQuantity - refundedQuantity(order, item.id);

export const editMutations: Fields<unknown> = {
  orderEditBegin: (_source, { id }, context) => {
    needScope(context, "write_order_edits", "orderEditBegin");
    const order = findOrder(context, numberIn(id, "Order"));
    if (!order) return refuse("The order does not exist.");
    if (order.cancelledAt !== null) return refuse("The order cannot be edited.");
    const edit: Edit = { id: nextIdOf(context.store), order, quantities: new Map(), added: [] };
    edits.set(edit.id, edit);
    return { calculatedOrder: edit, userErrors: [] };
  },
  orderEditSetQuantity: (_source, args, context) =>
    within(context, "orderEditSetQuantity", args, (edit) => {
      const lineId = numberIn(args.lineItemId, "CalculatedLineItem");
      const item = edit.order.lineItems.find(({ id }) => id === lineId);
      if (!item) return "The line item does not exist.";
      const quantity = Number(args.quantity);
      if (quantity < 0) return "Quantity must be greater than or equal to 0.";
      if (quantity < present(edit.order, item) - unsentQuantity(edit.order, item))
        return "Quantity can't be less than the fulfilled quantity.";
      edit.quantities.set(item.id, { quantity, restock: args.restock === true });
      return null;
    }),
  orderEditAddVariant: (_source, args, context) =>
    within(context, "orderEditAddVariant", args, (edit) => {
      const variant = context.store.state.variants?.find(({ id }) => id === numberIn(args.variantId, "ProductVariant"));
      if (!variant) return "The variant does not exist.";
      const { id: variantId, productTitle: title, title: variantTitle, price, sku } = variant;
      const line = { title, variantTitle, price, sku, quantity: Number(args.quantity), variantId };
      edit.added.push(lineFrom(line, () => nextIdOf(context.store)));
      return null;
    }),
  orderEditCommit: (_source, args, context) => {
    needScope(context, "write_order_edits", "orderEditCommit");
    const edit = edits.get(numberIn(args.id, "CalculatedOrder") ?? 0);
    const now = edit && findOrder(context, edit.order.id);
    if (!edit || !now)
      return { order: null, userErrors: [{ field: ["id"], message: "The calculated order does not exist." }] };
    // An edit begins from the order as it was then.
    if (now.updatedAt !== edit.order.updatedAt)
      return { order: null, userErrors: [{ field: null, message: "The order was changed since the edit began." }] };
    edits.delete(edit.id);
    const order = commit(context, edit);
    if (args.notifyCustomer === true) mail(context.store, "order edited", order.email);
    return { order: orderRef(order), userErrors: [] };
  },
};

function within(context: Context, name: string, { id }: Args, change: (edit: Edit) => string | null): Answer {
  needScope(context, "write_order_edits", name);
  const edit = edits.get(numberIn(id, "CalculatedOrder") ?? 0);
  if (!edit) return refuse("The calculated order does not exist.");
  const fault = change(edit);
  return fault === null ? { calculatedOrder: edit, userErrors: [] } : refuse(fault);
}

function commit({ store, keeper }: Context, { order, quantities, added }: Edit): StoreOrder {
  const lineItems = order.lineItems.map((item) => {
    const set = quantities.get(item.id);
    if (!set) return item;
    const delta = set.quantity - present(order, item);
    if (delta < 0 && set.restock) putBack(store, order, item.id, -delta);
    return { ...item, currentQuantity: item.currentQuantity + delta };
  });
  for (const item of added) {
    const variant = variantOf(store, item);
    if (variant && variant.stock !== null) variant.stock -= item.quantity;
  }
  const event = { id: nextIdOf(store), message: "An order edit was completed.", createdAt: toSecond(keeper.now()) };
  const changed = { ...order, isEdited: true, lineItems: [...lineItems, ...added], events: [...order.events, event] };
  const owes = compare(subtract(outstandingOf(changed), outstandingOf(order)), "0") > 0;
  const financialStatus = owes && order.financialStatus === "PAID" ? "PARTIALLY_PAID" : order.financialStatus;
  const saved = keepChanged(keeper, { ...changed, financialStatus });
  keeper.announce("orders/edited", { order_edit: { id: event.id, order_id: order.id, created_at: saved.updatedAt } });
  keeper.announce("orders/updated", orderPayload(store, saved));
  return saved;
}

import { compare, exchange } from "../../state/decimals.ts";
import { toSecond } from "../../state/order-from.ts";
import { unsentQuantity } from "../../state/order-sums.ts";
import { paymentsOf, type RefundLine, refundableOf } from "../../state/refunds.ts";
import { keepChanged, nextIdOf } from "../../state/shopkeeper.ts";
import { mail } from "../../state/stock.ts";
import type { StoreAddress, StoreFulfillment, StoreOrder } from "../../state/store-state.ts";
import { orderPayload } from "../../webhooks/order-payload.ts";
import { type Args, type Context, type Fields, gid, needScope, numberIn } from "../bind.ts";
import { orderRef } from "./order-fields.ts";
import { findOrder } from "./order-list.ts";
import { keepRefund, readRecord } from "./refund-fields.ts";

const fault = (message: string, field: string[] | null = null) => ({ field, message });

/** Change orders as a whole. */
export const orderMutations: Fields<unknown> = {
  orderCancel: (_source, args, context) => {
    needScope(context, "write_orders", "orderCancel");
    const order = findOrder(context, numberIn(args.orderId, "Order"));
    const refuse = (message: string, code: string) => ({
      job: null,
      orderCancelUserErrors: [{ ...fault(message), code }],
    });
    if (!order) return refuse("Order does not exist", "NOT_FOUND");
    if (order.cancelledAt !== null) return refuse("Cannot cancel an order that has already been canceled", "INVALID");
    cancel(context, order, args);
    return { job: newJob(context), orderCancelUserErrors: [] };
  },
  orderUpdate: (_source, args, context) => {
    needScope(context, "write_orders", "orderUpdate");
    const input = readRecord(args.input);
    const order = findOrder(context, numberIn(input.id, "Order"));
    if (!order) return { order: null, userErrors: [fault("Order does not exist", ["id"])] };
    const address = input.shippingAddress === undefined ? null : readAddress(order, readRecord(input.shippingAddress));
    if (address !== null && (address.address1 ?? "").length > 255)
      return { order: null, userErrors: [fault("Address1 is too long", ["shippingAddress", "address1"])] };
    const { keeper, store } = context;
    const changed = keepChanged(keeper, {
      ...order,
      ...(address && { shippingAddress: address }),
      ...(typeof input.note === "string" && { note: input.note === "" ? null : input.note }),
      ...(Array.isArray(input.tags) && { tags: input.tags.map(String) }),
    });
    keeper.announce("orders/updated", orderPayload(store, changed));
    return { order: orderRef(changed), userErrors: [] };
  },
  fulfillmentTrackingInfoUpdate: (_source, args, context) => {
    needScope(context, "write_merchant_managed_fulfillment_orders", "fulfillmentTrackingInfoUpdate");
    const id = numberIn(args.fulfillmentId, "Fulfillment");
    const { store, keeper } = context;
    const order = [...store.orders.values()]
      .flatMap(({ order }) => order ?? [])
      .find(({ fulfillments }) => fulfillments.some((each) => each.id === id));
    const fulfillment = order?.fulfillments.find((each) => each.id === id);
    if (!order || !fulfillment) return { fulfillment: null, userErrors: [fault("Fulfillment does not exist.")] };
    if (fulfillment.status === "CANCELLED")
      return { fulfillment: null, userErrors: [fault("Fulfillment is cancelled.")] };
    const trackingInfo = readTracking(readRecord(args.trackingInfoInput));
    const kept = { ...fulfillment, trackingInfo, updatedAt: toSecond(keeper.now()) };
    const fulfillments = order.fulfillments.map((each) => (each === fulfillment ? kept : each));
    const changed = keepChanged(keeper, { ...order, fulfillments });
    if (args.notifyCustomer === true) mail(store, "shipping update", order.email);
    return { fulfillment: { typeName: "Fulfillment", order: changed, fulfillment: kept }, userErrors: [] };
  },
  appRevokeAccessScopes: (_source, { scopes }, { token }) => {
    const wanted = Array.isArray(scopes) ? scopes.map(String) : [];
    const unknown = wanted.filter((scope) => !token.scopes.includes(scope));
    if (unknown.length > 0 || token.isCustom)
      return {
        revoked: null,
        userErrors: [
          { ...fault("The requested list of scopes to revoke includes invalid handles."), code: "UNKNOWN_SCOPES" },
        ],
      };
    token.scopes = token.scopes.filter((scope) => !wanted.includes(scope));
    return { revoked: wanted.map((handle) => ({ handle, description: handle })), userErrors: [] };
  },
};

/** Replaces all tracking of a fulfillment: what is not given is gone. */
function readTracking({ company, numbers, urls }: Args): StoreFulfillment["trackingInfo"] {
  const links = Array.isArray(urls) ? urls.map(String) : [];
  return (Array.isArray(numbers) ? numbers.map(String) : []).map((number, place) => ({
    company: typeof company === "string" ? company : null,
    number,
    url: links[place] ?? null,
  }));
}

/** Looks at jobs: done after as many looks as the store says. */
export const jobQueries: Fields<unknown> = {
  job: (_source, { id }, { store: { state } }) => {
    const looks = state.jobs?.[String(id)];
    if (looks === undefined) return null;
    state.jobs = { ...state.jobs, [String(id)]: looks - 1 };
    return { id, done: looks <= 1 };
  },
};

function newJob({ store }: Context) {
  const id = gid("Job", nextIdOf(store));
  const looks = store.state.jobLooks ?? 1;
  store.state.jobs = { ...store.state.jobs, [id]: looks };
  return { id, done: looks === 0 };
}

function cancel(context: Context, order: StoreOrder, args: Args): void {
  const { store, keeper } = context;
  const at = toSecond(keeper.now());
  const lines: RefundLine[] = order.lineItems.flatMap((item) => {
    const quantity = unsentQuantity(order, item);
    const restockType = args.restock === true ? "CANCEL" : "NO_RESTOCK";
    return quantity > 0 ? [{ lineItemId: item.id, quantity, restockType, locationId: null }] : [];
  });
  const method = readRecord(args.refundMethod);
  const isRefunded = args.refund === true || method.originalPaymentMethodsRefund === true;
  const left = isRefunded ? refundableOf(order) : "0";
  const currency = order.presentment?.currency ?? order.currency;
  if (lines.length > 0 || compare(left, "0") > 0)
    keepRefund(context, order, {
      lines,
      parts: isRefunded
        ? paymentsOf(order).map(({ parent, most }) => ({ amount: most, parentId: parent.id, gateway: parent.gateway }))
        : [],
      amount: left,
      shownAmount: exchange(left, order.presentment?.rate ?? "1", currency),
      shipping: "0",
      note: null,
    });
  const now = findOrder(context, order.id) ?? order;
  const changed = keepChanged(keeper, {
    ...now,
    cancelledAt: at,
    closedAt: at,
    cancelReason: String(args.reason),
    staffNote: typeof args.staffNote === "string" ? args.staffNote : null,
    financialStatus: now.financialStatus === "AUTHORIZED" ? "VOIDED" : now.financialStatus,
  });
  if (args.notifyCustomer === true) mail(store, "cancellation", order.email);
  keeper.announce("orders/cancelled", orderPayload(store, changed));
  keeper.announce("orders/updated", orderPayload(store, changed));
}

const addressParts = [
  "firstName",
  "lastName",
  "company",
  "address1",
  "address2",
  "city",
  "provinceCode",
  "zip",
  "phone",
] as const;

function readAddress(order: StoreOrder, input: Args): StoreAddress {
  const read = (name: (typeof addressParts)[number]) => {
    const value = name in input ? input[name] : order.shippingAddress?.[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const countryCode =
    typeof input.countryCode === "string" ? input.countryCode : (order.shippingAddress?.countryCode ?? null);
  const parts = Object.fromEntries(addressParts.map((name) => [name, read(name)])) as Pick<
    StoreAddress,
    (typeof addressParts)[number]
  >;
  const country =
    countryCode === null ? null : (new Intl.DisplayNames("en", { type: "region" }).of(countryCode) ?? null);
  return { ...parts, province: parts.provinceCode, country, countryCode };
}

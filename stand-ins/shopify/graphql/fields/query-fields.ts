import { partsOfGenerated } from "../../state/generate-orders.ts";
import { readOrder, type Store } from "../../state/store.ts";
import { type Args, type Context, type Fields, gid, needScope, numberIn } from "../bind.ts";
import { customerRef } from "./customer-fields.ts";
import { countCustomers, pageOfCustomers } from "./customer-list.ts";
import { orderRef } from "./order-fields.ts";
import { countOrders, findOrder, pageOfOrders } from "./order-list.ts";
import { subscriptionFields } from "./subscription-fields.ts";

/** The queries that the stand-in answers. */
export const queryFields: Fields<unknown> = {
  shop: (_source, _args, { store }) => ({ typeName: "Shop", store }),
  order: (_source, { id }, context) => {
    needScope(context, "read_orders", "order");
    return orderById(context, id);
  },
  orders: (_source, args, context) => {
    needScope(context, "read_orders", "orders");
    return pageOfOrders(context, args);
  },
  ordersCount: (_source, args, context) => {
    needScope(context, "read_orders", "ordersCount");
    return countOrders(context, args);
  },
  customer: (_source, { id }, context) => {
    needScope(context, "read_customers", "customer");
    return customerRef(context, numberIn(id, "Customer"));
  },
  customers: (_source, args, context) => {
    needScope(context, "read_customers", "customers");
    return pageOfCustomers(context, args);
  },
  customersCount: (_source, args, context) => {
    needScope(context, "read_customers", "customersCount");
    return countCustomers(context, args);
  },
  node: (_source, { id }, context) => nodeById(context, id),
  nodes: (_source, { ids }: Args, context) =>
    Array.isArray(ids) ? ids.map((id) => (context.givesNulls ? null : nodeById(context, id))) : [],
  currentAppInstallation: (_source, _args, { token, app }) => ({ typeName: "AppInstallation", token, app }),
  ...subscriptionFields,
};

function orderById(context: Context, id: unknown) {
  const order = findOrder(context, numberIn(id, "Order"));
  return order && orderRef(order);
}

function nodeById(context: Context, id: unknown) {
  if (numberIn(id, "Order") !== null) {
    needScope(context, "read_orders", "node");
    return orderById(context, id);
  }
  if (numberIn(id, "Customer") !== null) {
    needScope(context, "read_customers", "node");
    return customerRef(context, numberIn(id, "Customer"));
  }
  const fulfillmentId = numberIn(id, "Fulfillment");
  if (fulfillmentId === null) throw new Error(`The stand-in for Shopify has no node ${String(id)}`);
  needScope(context, "read_orders", "node");
  return fulfillmentById(context, fulfillmentId);
}

function fulfillmentById({ store }: Context, id: number) {
  // The parts of a generated order have ids that contain the order's id.
  const generated = store.orders.get(Math.floor(id / partsOfGenerated));
  for (const entry of generated ? [generated] : store.orders.values()) {
    if (!entry.order && entry !== generated) continue;
    const order = readOrder(store, entry);
    const fulfillment = order.fulfillments.find((each) => each.id === id);
    if (fulfillment) return { typeName: "Fulfillment", order, fulfillment };
  }
  return null;
}

type ShopRef = { store: Store };

export const shopFields: Fields<ShopRef> = {
  id: ({ store }) => gid("Shop", store.state.id),
  name: ({ store }) => store.state.name,
  email: ({ store }) => store.state.email,
  contactEmail: ({ store }) => store.state.email,
  shopOwnerName: ({ store }) => store.state.ownerName,
  myshopifyDomain: ({ store }) => store.state.domain,
  primaryDomain: ({ store }) => ({ host: store.state.domain, url: `https://${store.state.domain}` }),
  url: ({ store }) => `https://${store.state.domain}`,
  currencyCode: ({ store }) => store.state.currency,
  ianaTimezone: ({ store }) => store.state.timeZone,
  createdAt: ({ store }) => store.state.createdAt,
  updatedAt: ({ store }) => store.state.createdAt,
  orderNumberFormatPrefix: ({ store }) => store.state.orderPrefix,
  orderNumberFormatSuffix: ({ store }) => store.state.orderSuffix,
  taxesIncluded: () => true,
  plan: () => ({ displayName: "Basic", publicDisplayName: "Basic", partnerDevelopment: false, shopifyPlus: false }),
};

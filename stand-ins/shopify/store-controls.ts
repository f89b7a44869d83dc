import { randomUUID } from "node:crypto";
import type { Desk } from "./create-stand-in.ts";
import type { Fault } from "./faults.ts";
import { versions } from "./graphql/load-schema.ts";
import { issueToken } from "./oauth/tokens.ts";
import { type CustomerInput, createCustomer, deleteCustomer, updateCustomer } from "./state/change-customer.ts";
import { cancelOrder, createOrder, deleteOrder, editOrder, refundOrder, updateOrder } from "./state/change-order.ts";
import { fillStore } from "./state/fill-store.ts";
import type { EventInput, FulfillmentInput, OrderInput, RefundInput } from "./state/order-from.ts";
import { addFulfillmentEvent, shipOrder, updateFulfillment } from "./state/ship-order.ts";
import { nextIdOf, orderOf, type Shopkeeper } from "./state/shopkeeper.ts";
import { findCustomer, ordersOfCustomer, type Store } from "./state/store.ts";
import type { StoreFulfillment, StoreOrder, StoreSubscription, StoreToken } from "./state/store-state.ts";
import { privacyPayloads, shopPayload } from "./webhooks/privacy-payloads.ts";

export type PrivacyTopic = "customers/data_request" | "customers/redact" | "shop/redact";

/** What tests can do with a store from outside; subscribers hear of each change. */
export type StoreControls = ReturnType<typeof openStoreControls>;

export function openStoreControls(desk: Desk, store: Store) {
  const { state } = store;
  // One action of the merchant is one event: all webhooks that follow from it have its id.
  const keeper = (): Shopkeeper => {
    const eventId = randomUUID();
    const announce = (topic: string, payload: object) => publish(desk, store, { topic, payload, eventId });
    return { store, now: desk.now, announce };
  };
  const act = <Result>(work: (keeper: Shopkeeper) => Result): Result => {
    const result = work(keeper());
    desk.changed();
    return result;
  };
  return {
    store,
    state,
    /** Who changes the store at the app's request. */
    keeper,
    order: (id: number) => orderOf(store, id),
    /** Has the requests for this store, and no other, meet a fault. */
    meet: (fault: Fault) => desk.faults.add({ ...fault, shop: state.domain }),
    /** The faults of this store that no request has met yet. */
    unmet: () => desk.faults.list().filter(({ shop }) => shop === state.domain),
    createOrder: (input: OrderInput = {}) => act((keeper) => createOrder(keeper, input)),
    updateOrder: (id: number, change: Partial<Omit<StoreOrder, "id" | "number" | "updatedAt">>) =>
      act((keeper) => updateOrder(keeper, id, change)),
    editOrder: (id: number, line: { title: string; price: string }) => act((keeper) => editOrder(keeper, id, line)),
    cancelOrder: (id: number, reason?: string) => act((keeper) => cancelOrder(keeper, id, reason)),
    deleteOrder: (id: number) => act((keeper) => deleteOrder(keeper, id)),
    refundOrder: (id: number, input?: RefundInput) => act((keeper) => refundOrder(keeper, id, input)),
    /** Has payments answer to the refunds of an order: SUCCESS, FAILURE or another OrderTransactionStatus. */
    settleRefunds: (id: number, status: string) =>
      act((keeper) =>
        updateOrder(keeper, id, {
          transactions: orderOf(store, id).transactions.map((each) =>
            each.kind === "REFUND" ? { ...each, status } : each,
          ),
        }),
      ),
    shipOrder: (id: number, input?: FulfillmentInput) => act((keeper) => shipOrder(keeper, id, input)),
    updateFulfillment: (orderId: number, id: number, change: Partial<Omit<StoreFulfillment, "id">>) =>
      act((keeper) => updateFulfillment(keeper, orderId, id, change)),
    addFulfillmentEvent: (orderId: number, id: number, input: EventInput) =>
      act((keeper) => addFulfillmentEvent(keeper, orderId, id, input)),
    createCustomer: (input: CustomerInput = {}) => act((keeper) => createCustomer(keeper, input)),
    updateCustomer: (id: number, change: CustomerInput) => act((keeper) => updateCustomer(keeper, id, change)),
    deleteCustomer: (id: number) => act((keeper) => deleteCustomer(keeper, id)),
    /** Deletes a product: its lines then have neither product nor image. */
    deleteProduct: (id: number) =>
      act(() => {
        for (const product of state.products) if (product.id === id) product.isDeleted = true;
      }),
    /** Fills the store with orders that cost next to nothing; sends no webhooks. */
    fill: (count: number, days?: number) => act(() => fillStore(store, count, desk.now(), days)),
    /** Makes a token as the app gets it by OAuth, or with `isCustom` as a merchant copies it from the admin. */
    addToken: (scopes: readonly string[], { isExpiring = false, isCustom = false } = {}): StoreToken =>
      act(() => issueToken(state, { scopes, isExpiring, isCustom, now: desk.now() })),
    /** Ends all tokens silently, as a rotated secret does. */
    revokeTokens: () =>
      act(() => {
        state.tokens = [];
      }),
    /** Takes scopes away from the app while it is installed. */
    takeScopes: (scopes: readonly string[]) =>
      act(({ announce, now }) => {
        const previous = [...new Set(state.tokens.flatMap((token) => token.scopes))];
        for (const token of state.tokens) token.scopes = token.scopes.filter((scope) => !scopes.includes(scope));
        const current = previous.filter((scope) => !scopes.includes(scope));
        announce("app/scopes_update", { id: state.id, previous, current, updated_at: new Date(now()).toISOString() });
      }),
    uninstall: () => act(() => uninstall(desk, store)),
    sendPrivacy: (topic: PrivacyTopic, customerId?: number) =>
      act(() => sendPrivacy(desk, store, topic, customerId ?? null)),
  };
}

type News = { topic: string; payload: object; eventId: string };

/** Sends an event to each subscription of its topic, and to the app's own address if it is configured for it. */
function publish(desk: Desk, store: Store, { topic, payload, eventId }: News): void {
  const name = topic.toUpperCase().replace("/", "_");
  if (store.state.tokens.some(({ isCustom }) => !isCustom)) sendToApp(desk, store, { topic, payload, eventId });
  for (const subscription of store.state.subscriptions.filter((each) => each.topic === name)) {
    sendTo(desk, store, subscription, { topic, payload: onlyFields(payload, subscription.includeFields), eventId });
  }
}

function sendTo(desk: Desk, { state }: Store, subscription: StoreSubscription, news: News): void {
  const { uri, apiVersion, name } = subscription;
  const onEnd = (isDelivered: boolean) => {
    // Shopify removes a subscription made by the API once a delivery to it is given up, after eight attempts.
    subscription.failures = isDelivered ? 0 : subscription.failures + 1;
    if (!isDelivered) state.subscriptions = state.subscriptions.filter((each) => each !== subscription);
    desk.changed();
  };
  desk.courier.send(desk.app.apiSecret, { ...news, shop: state.domain, uri, apiVersion, name, onEnd });
}

/** Sends an event to the app's own address, if its topic is configured there. */
function sendToApp({ app, courier }: Desk, { state }: Store, news: News): void {
  if (app.webhookUrl === null || !app.topics.includes(news.topic)) return;
  const about = { shop: state.domain, uri: app.webhookUrl, apiVersion: versions.at(-2) ?? "", name: null };
  courier.send(app.apiSecret, { ...news, ...about, onEnd: () => undefined });
}

function onlyFields(payload: object, names: readonly string[]): object {
  if (names.length === 0) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => names.includes(name)));
}

/** Removes the app from the store: its tokens and subscriptions end, and the last webhook says so. */
export function uninstall(desk: Desk, store: Store): void {
  const { state } = store;
  const told = state.subscriptions.filter(({ topic }) => topic === "APP_UNINSTALLED");
  state.tokens = state.tokens.filter(({ isCustom }) => isCustom);
  state.subscriptions = [];
  const news = { topic: "app/uninstalled", payload: shopPayload(state), eventId: randomUUID() };
  for (const subscription of told) sendTo(desk, store, subscription, news);
  sendToApp(desk, store, news);
}

/** Sends one of the three privacy topics to the app's own address; they need no subscription. */
function sendPrivacy(desk: Desk, store: Store, topic: PrivacyTopic, customerId: number | null): void {
  const { app, courier } = desk;
  if (app.webhookUrl === null) throw new Error("The app has no address for privacy webhooks");
  const { state } = store;
  const customer = findCustomer(store, customerId) ?? { id: customerId ?? 0, email: null, phone: null };
  const orderIds = customerId === null ? [] : ordersOfCustomer(store, customerId).map(({ id }) => id);
  const payload =
    topic === "shop/redact"
      ? privacyPayloads.redactShop(state)
      : topic === "customers/redact"
        ? privacyPayloads.redactCustomer(state, customer, orderIds)
        : privacyPayloads.dataRequest(state, customer, orderIds, nextIdOf(store));
  const apiVersion = versions.at(-2) ?? "";
  const about = { topic, payload, eventId: randomUUID(), shop: state.domain, uri: app.webhookUrl };
  courier.send(app.apiSecret, { ...about, apiVersion, name: null, onEnd: () => undefined });
}

import type { Desk } from "../create-stand-in.ts";
import { faultKinds, faultWords } from "../faults.ts";
import { times } from "../state/decimals.ts";
import { newStore } from "../state/new-store.ts";
import { openStore } from "../state/store.ts";
import { openStoreControls, type StoreControls } from "../store-controls.ts";
import { hardOrders } from "./hard-orders.ts";

type Fields = Record<string, string>;
/** What a button does; returns the sentence to show afterwards. */
type Action = (desk: Desk, fields: Fields) => string;

const steps = ["LABEL_PURCHASED", "CARRIER_PICKED_UP", "IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED"];
const day = 24 * 3_600_000;

const withStore =
  (work: (store: StoreControls, fields: Fields, desk: Desk) => string): Action =>
  (desk, fields) => {
    const store = desk.stores.get(fields.shop ?? "");
    if (!store) throw new Error(`There is no store ${fields.shop}`);
    return work(store, fields, desk);
  };

const orderActions: Record<string, Action> = {
  "new-order": withStore((store, { title, price, quantity, customer }) => {
    const order = store.createOrder({
      customerId: customer ? Number(customer) : null,
      lineItems: [{ title: title || "Something nice", price: price || "19.90", quantity: Number(quantity) || 1 }],
    });
    return `${order.name} was placed.`;
  }),
  "hard-orders": withStore((store) => {
    const count = hardOrders(store);
    return `${count} unusual orders were placed.`;
  }),
  ship: withStore((store, { order, number, company }) => {
    const trackingInfo = number ? [{ company: company || null, number, url: null }] : [];
    store.shipOrder(Number(order), { trackingInfo });
    return `${store.order(Number(order)).name} was shipped.`;
  }),
  step: withStore((store, { order, fulfillment }, desk) => {
    const { fulfillments, shippingAddress, name } = store.order(Number(order));
    const shipment = fulfillments.find(({ id }) => id === Number(fulfillment));
    const next = steps[1 + steps.indexOf(shipment?.events.at(-1)?.status ?? "")];
    if (!next) return "It is delivered already.";
    const { city = null, country = null } = shippingAddress ?? {};
    const estimate = next === "DELIVERED" ? null : `${new Date(desk.now() + 2 * day).toISOString().slice(0, 19)}Z`;
    store.addFulfillmentEvent(Number(order), Number(fulfillment), {
      status: next,
      city,
      country,
      estimatedDeliveryAt: estimate,
    });
    return `${name}: the carrier reported ${next.toLowerCase().replaceAll("_", " ")}.`;
  }),
  fail: withStore((store, { order, fulfillment }) => {
    const message = "Nobody was at home";
    store.addFulfillmentEvent(Number(order), Number(fulfillment), { status: "ATTEMPTED_DELIVERY", message });
    return "The carrier met nobody.";
  }),
  refund: withStore((store, { order }) => {
    return `All of ${store.refundOrder(Number(order), { note: "Refunded by hand" }).name} was refunded.`;
  }),
  "refund-one": withStore((store, { order }) => {
    const { lineItems, name } = store.order(Number(order));
    store.refundOrder(Number(order), {
      lines: [{ line: 0, quantity: 1 }],
      amount: times(lineItems[0]?.price ?? "0", 1),
    });
    return `One piece of ${name} was refunded.`;
  }),
  cancel: withStore(
    (store, { order, reason }) => `${store.cancelOrder(Number(order), reason || "CUSTOMER").name} was cancelled.`,
  ),
  edit: withStore((store, { order }) => {
    return `A gift box was added to ${store.editOrder(Number(order), { title: "Gift box", price: "4.50" }).name}.`;
  }),
  delete: withStore((store, { order }) => {
    const { name } = store.order(Number(order));
    store.deleteOrder(Number(order));
    return `${name} was deleted.`;
  }),
};

const storeActions: Record<string, Action> = {
  "new-store": (desk, { name }) => {
    const domain = `${(name ?? "").toLowerCase()}.myshopify.com`;
    if (!/^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/.test(domain))
      throw new Error("A store's name has letters, digits and hyphens");
    if (desk.stores.has(domain)) throw new Error("This store is there already");
    desk.stores.set(domain, openStoreControls(desk, openStore(newStore({ domain }, desk.now()))));
    desk.changed();
    return `${domain} was opened.`;
  },
  "new-customer": withStore((store, { first, last, email }) => {
    store.createCustomer({ firstName: first || null, lastName: last || null, email: email || null });
    return "The customer was added.";
  }),
  token: withStore((store, { scopes }) => {
    const token = store.addToken((scopes || "read_orders read_all_orders read_customers").split(/[\s,]{1,9}/), {
      isCustom: true,
    });
    return `A custom app's token: ${token.accessToken}`;
  }),
  fill: withStore((store, { count }) => {
    store.fill(Math.min(200_000, Math.max(1, Number(count) || 1000)));
    return "The store was filled. It is forgotten at the next start.";
  }),
  uninstall: withStore((store) => {
    store.uninstall();
    return "The app was uninstalled: its tokens and subscriptions are gone.";
  }),
  revoke: withStore((store) => {
    store.revokeTokens();
    return "All tokens were revoked, without a word to the app.";
  }),
  condition: withStore((store, { condition }) => {
    store.state.condition = condition === "frozen" || condition === "locked" ? condition : "open";
    return `The store is ${store.state.condition}.`;
  }),
  privacy: withStore((store, { topic, customer }) => {
    if (topic !== "customers/data_request" && topic !== "customers/redact" && topic !== "shop/redact")
      throw new Error("There are three privacy topics");
    store.sendPrivacy(topic, customer ? Number(customer) : undefined);
    return `${topic} was sent.`;
  }),
};

/** The buttons of the control page, by the last part of their addresses. */
export const controlActions: Record<string, Action> = {
  ...orderActions,
  ...storeActions,
  fault: ({ faults }, { kind, count, on, shop, delay }) => {
    const known = faultKinds.find((faultKind) => faultKind === kind);
    if (!known) throw new Error(`There is no fault ${kind}`);
    faults.add({
      kind: known,
      ...(count ? { count: Number(count) } : {}),
      ...(delay ? { delay: Number(delay) } : {}),
      ...(on === "token" ? { on } : {}),
      shop: shop ? shop : null,
    });
    return `The next requests meet: ${faultWords[known]}.`;
  },
  "clear-faults": ({ faults }) => {
    faults.clear();
    return "No more faults.";
  },
  throttle: ({ throttle }, { maximum, rate, state }) => {
    throttle.isOn = state !== "off";
    throttle.maximumAvailable = Number(maximum) || throttle.maximumAvailable;
    throttle.restoreRate = Number(rate) || throttle.restoreRate;
    return throttle.isOn ? "Queries are throttled." : "Queries are not throttled.";
  },
  webhooks: ({ courier }, { mode, copies }) => {
    courier.options.copies = Math.min(5, Math.max(1, Number(copies) || 1));
    if (mode === "hold") courier.hold();
    else courier.release(mode === "reversed" ? "reversed" : "as sent");
    return mode === "hold" ? "Webhooks are held back." : "Webhooks are sent.";
  },
};

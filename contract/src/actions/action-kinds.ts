/** What can be done to an order at Shopify (docs/product.md#acting-on-orders). Free of zod, so that the first screen can load it. */
export const orderActionKinds = [
  "refund",
  "cancel",
  "address",
  "edit",
  "draft",
  "shipping_notice",
  "annotate",
] as const;
export type OrderActionKind = (typeof orderActionKinds)[number];

/** Each action in words, as buttons and lists name it. */
export const orderActionLabels: Record<OrderActionKind, string> = {
  refund: "Refund",
  cancel: "Cancel order",
  address: "Change shipping address",
  edit: "Change items",
  draft: "Duplicate as draft",
  shipping_notice: "Send shipping notice again",
  annotate: "Change tags and note",
};

/** What each scope of the second grant is for, in the words of the page that asks for it. */
export const actionScopes = {
  write_orders: "Refund and cancel orders, change their shipping address, tags and note",
  write_order_edits: "Change quantities of an order, and add items to it",
  write_draft_orders: "Duplicate an order as a draft, and send its invoice",
  write_merchant_managed_fulfillment_orders: "Have Shopify send the shipping notice of a parcel again",
  read_products: "Find the product that you add to an order",
  read_locations: "Name the location that goods are put back to",
} as const;
export type ActionScope = keyof typeof actionScopes;
export const wantedActionScopes = Object.keys(actionScopes) as ActionScope[];

/** The scopes without which an action cannot be done. */
export const scopesOfAction: Record<OrderActionKind, readonly ActionScope[]> = {
  refund: ["write_orders"],
  cancel: ["write_orders"],
  address: ["write_orders"],
  edit: ["write_order_edits"],
  draft: ["write_draft_orders"],
  shipping_notice: ["write_merchant_managed_fulfillment_orders"],
  annotate: ["write_orders"],
};

/**
 * How far an action is. `waiting`: a colleague has to approve it; `declined`: a colleague did not; `ended`: nobody decided in time, its
 * order changed, or who asked took it back. `planned`: it is done within a second or two; `sent`: it is on its way to Shopify.
 * `looking`: Shopify's answer was lost, and Deskhand reads the order to see what happened; `done` and `refused`: what Shopify said;
 * `unknown`: nobody could find out whether it was done, and a person has to look.
 */
export const orderActionStates = [
  ...(["waiting", "declined", "ended"] as const),
  ...(["planned", "sent", "looking", "done", "refused", "unknown"] as const),
] as const;
export type OrderActionState = (typeof orderActionStates)[number];

/** States in which something may still happen by itself, so that a screen shows a mark that moves. */
export const isUnderWay = (state: OrderActionState): boolean =>
  state === "planned" || state === "sent" || state === "looking";

/** What a role may do of a kind: alone within its limits, only with a colleague's approval, or not at all. */
export const actionModes = ["may", "asks", "off"] as const;
export type ActionMode = (typeof actionModes)[number];

/** Shopify's reasons of a cancellation, in words. */
export const cancelReasons = {
  customer: "Customer changed or cancelled the order",
  declined: "Payment declined",
  fraud: "Fraudulent order",
  inventory: "Items unavailable",
  staff: "Staff error",
  other: "Other",
} as const;
export type CancelReason = keyof typeof cancelReasons;

/** Where refunded goods go. `return`: back from the customer; `cancel`: they were never sent; `none`: not back into stock. */
export const restockKinds = ["none", "return", "cancel"] as const;
export type RestockKind = (typeof restockKinds)[number];

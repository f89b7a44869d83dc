import type { Store } from "./store.ts";
import type { StoreLineItem, StoreLocation, StoreMail, StoreOrder, StoreVariant } from "./store-state.ts";

/** Returns the variant that a line sold; undefined for an item made up by hand. */
export function variantOf({ state }: Store, { variantId }: StoreLineItem): StoreVariant | undefined {
  return state.variants?.find(({ id }) => id === variantId);
}

/** Puts pieces of a line back into stock, where the store counts it. */
export function putBack(store: Store, order: StoreOrder, lineItemId: number, quantity: number): void {
  const item = order.lineItems.find(({ id }) => id === lineItemId);
  const variant = item && variantOf(store, item);
  if (variant && variant.stock !== null) variant.stock += quantity;
}

/** Notes a mail that Shopify sends. */
export function mail({ state }: Store, kind: StoreMail["kind"], to: string | null): void {
  state.mails = [...(state.mails ?? []), { kind, to }];
}

/** Returns where goods are kept; every store has a place. */
export function locationsOf({ state }: Store): StoreLocation[] {
  return state.locations ?? [{ id: 1, name: "Main location" }];
}

import { toSecond } from "./order-from.ts";
import type { StoreState } from "./store-state.ts";

const year = 365 * 24 * 3_600_000;

/** Makes an empty store; absent values are made up from its domain, NAME.myshopify.com. */
export function newStore(input: Partial<StoreState> & Pick<StoreState, "domain">, now: number): StoreState {
  const name = input.domain.replace(/\.myshopify\.com$/, "");
  return {
    id: 10_000_000 + [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 80_000_000, 7),
    name,
    email: `owner@${name}.example`,
    ownerName: "Store Owner",
    currency: "EUR",
    timeZone: "Europe/Dublin",
    country: "Ireland",
    countryCode: "IE",
    createdAt: toSecond(now - year),
    orderPrefix: "#",
    orderSuffix: "",
    condition: "open",
    nextId: 5_000_000_000,
    nextOrderNumber: 1001,
    products: [],
    customers: [],
    orders: [],
    tokens: [],
    subscriptions: [],
    ...input,
  };
}

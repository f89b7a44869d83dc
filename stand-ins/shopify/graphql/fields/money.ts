import { exchange, graphqlDecimal } from "../../state/decimals.ts";
import type { Decimal, StoreOrder } from "../../state/store-state.ts";

/** MoneyBag: the store's currency and the one that the customer paid in. */
export function moneyBag(amount: Decimal, { currency, presentment }: StoreOrder) {
  const shown = presentment ?? { currency, rate: "1" };
  return {
    shopMoney: moneyOf(amount, currency),
    presentmentMoney: moneyOf(exchange(amount, shown.rate, shown.currency), shown.currency),
  };
}

/** MoneyV2. */
export function moneyOf(amount: Decimal, currencyCode: string) {
  return { amount: graphqlDecimal(amount), currencyCode };
}

/** MoneyBag of amounts that are known in both currencies. */
export function bothMoney(amount: Decimal, shown: Decimal, { currency, presentment }: StoreOrder) {
  return { shopMoney: moneyOf(amount, currency), presentmentMoney: moneyOf(shown, presentment?.currency ?? currency) };
}

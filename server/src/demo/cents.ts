import { type Money, money } from "@deskhand/contract/page";

/** In whole cents: the demo's prices are euros with two decimals. */
export function centsOf(amount: string): number {
  return Number(amount.replace(".", ""));
}

export function amountOf(cents: number): Money {
  return money.parse(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
}

/** As the platform's API writes it, without a zero at the end but one: 49.5, 129.0. */
export function answeredAmount(cents: number): Money {
  return money.parse(amountOf(cents).replace(/0$/, ""));
}

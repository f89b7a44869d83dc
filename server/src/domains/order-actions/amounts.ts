import type { BothAmounts } from "@deskhand/contract/actions/action-parts";
import type { Money } from "@deskhand/contract/page";
import { digitsOfCurrency } from "./digits-of-currency.ts";

/** Amounts are exact: counted in millionths, which every currency fits into. */
const scale = 6;
const unit = 10n ** BigInt(scale);

/** What is read as an amount: nothing else is taken for 0, or cut. */
export const amountPattern = /^(-?)(\d{1,18})(?:\.(\d{1,6})0{0,12})?$/;

function read(amount: string): bigint {
  const match = amountPattern.exec(amount);
  if (!match) throw new TypeError(`Not an amount: ${amount}`);
  const [, sign, whole = "0", fraction = ""] = match;
  const value = BigInt(whole) * unit + BigInt(fraction.padEnd(scale, "0"));
  return sign === "-" ? -value : value;
}

function write(value: bigint, digits: number): Money {
  const positive = value < 0n ? -value : value;
  const fraction = String(positive % unit).padStart(scale, "0");
  const kept = fraction.slice(0, Math.max(digits, fraction.replace(/0+$/, "").length));
  return `${value < 0n ? "-" : ""}${positive / unit}${kept === "" ? "" : `.${kept}`}` as Money;
}

/** How many decimals an amount has that are not zero. */
export function digitsOfAmount(amount: string): number {
  return (/\.(\d*[1-9])0*$/.exec(amount)?.[1] ?? "").length;
}

/** An amount with all decimals of its currency: "45.90" for "45.9". */
export function written(amount: string, currency: string): Money {
  return write(read(amount), digitsOfCurrency(currency));
}

/** A negative number, 0 or a positive one, as `a` is less than `b`, equal, or more. */
export function compareAmounts(a: string, b: string): number {
  const difference = read(a) - read(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isZero = (amount: string): boolean => read(amount) === 0n;

export function addAmounts(currency: string, ...amounts: string[]): Money {
  return write(
    amounts.reduce((sum, amount) => sum + read(amount), 0n),
    digitsOfCurrency(currency),
  );
}

export function subtractAmounts(currency: string, from: string, amount: string): Money {
  return write(read(from) - read(amount), digitsOfCurrency(currency));
}

export function lesserAmount(a: string, b: string): string {
  return compareAmounts(a, b) <= 0 ? a : b;
}

/** `amount` times `of` / `per`, rounded up to the currency's decimals, so that no limit is passed by rounding. */
export function proportion(amount: string, of: string, per: string, currency: string): Money {
  const [value, numerator, denominator] = [read(amount), read(of), read(per)];
  if (denominator === 0n) return write(0n, digitsOfCurrency(currency));
  const step = 10n ** BigInt(scale - digitsOfCurrency(currency));
  const exact = value * numerator;
  const whole = denominator * step;
  const steps = (exact + whole - 1n) / whole;
  return write(steps * step, digitsOfCurrency(currency));
}

/** Both amounts as a person reads them: "€45.90", or "€45.90 (US$49.80)". */
export function moneyWords({ amount, currency, shown }: BothAmounts): string {
  const inStore = moneyWord(amount, currency);
  return shown ? `${moneyWord(shown.amount, shown.currency)} (${inStore})` : inStore;
}

function moneyWord(amount: Money, currency: string): string {
  const digits = Math.max(digitsOfCurrency(currency), digitsOfAmount(amount));
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** Both amounts exactly, to be compared: "45.90 EUR", or "49.80 USD (45.90 EUR)". */
export function exactWords({ amount, currency, shown }: BothAmounts): string {
  const inStore = `${amount} ${currency}`;
  return shown ? `${shown.amount} ${shown.currency} (${inStore})` : inStore;
}

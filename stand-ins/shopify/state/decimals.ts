import type { Decimal } from "./store-state.ts";

const scale = 6;
const unit = 10n ** BigInt(scale);
// ISO 4217: currencies without a minor unit, and those with thousandths; all others have hundredths.
const withoutMinor = new Set([
  "BIF",
  "CLP",
  "DJF",
  "GNF",
  "ISK",
  "JPY",
  "KMF",
  "KRW",
  "MGA",
  "MRU",
  "PYG",
  "RWF",
  "UGX",
  "VND",
  "VUV",
]);
const withThousandths = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);

// Returns a currency's number of digits after the point.
function digitsOf(currency: string): number {
  if (withoutMinor.has(currency) || currency.startsWith("XA") || currency.startsWith("XO") || currency === "XPF")
    return 0;
  return withThousandths.has(currency) ? 3 : 2;
}

export function add(...amounts: Decimal[]): Decimal {
  return write(amounts.reduce((sum, amount) => sum + read(amount), 0n));
}

export function subtract(from: Decimal, amount: Decimal): Decimal {
  return write(read(from) - read(amount));
}

export function times(amount: Decimal, count: number): Decimal {
  return write(read(amount) * BigInt(count));
}

/** Returns a negative number, zero or a positive one, for sorting. */
export function compare(a: Decimal, b: Decimal): number {
  const difference = read(a) - read(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Converts to another currency, rounded to its digits, half away from zero. */
export function exchange(amount: Decimal, rate: Decimal, currency: string): Decimal {
  const exact = read(amount) * read(rate);
  const step = unit * 10n ** BigInt(scale - digitsOf(currency));
  const half = exact < 0n ? -step / 2n : step / 2n;
  return write(((exact + half) / step) * 10n ** BigInt(scale - digitsOf(currency)));
}

/** Writes an amount as the REST payloads of webhooks do: with all digits of the currency. */
export function fixed(amount: Decimal, currency: string): string {
  const digits = digitsOf(currency);
  const whole = write(read(amount));
  const [before = "0", after = ""] = whole.split(".");
  return digits === 0 && after === "" ? before : `${before}.${after.padEnd(digits, "0")}`;
}

/** Writes an amount as Shopify's GraphQL Decimal: without trailing zeros except one, in every currency: `1000.0`. */
export function graphqlDecimal(amount: Decimal): string {
  const plain = write(read(amount));
  return plain.includes(".") ? plain : `${plain}.0`;
}

function read(amount: Decimal): bigint {
  const match = /^(-?)(\d{1,18})(?:\.(\d{1,6}))?$/.exec(amount);
  if (!match) throw new TypeError(`Not an amount: ${amount}`);
  const [, sign, whole = "0", fraction = ""] = match;
  const value = BigInt(whole) * unit + BigInt(fraction.padEnd(scale, "0"));
  return sign ? -value : value;
}

function write(value: bigint): Decimal {
  const positive = value < 0n ? -value : value;
  const fraction = String(positive % unit)
    .padStart(scale, "0")
    .replace(/0{1,6}$/, "");
  return `${value < 0n ? "-" : ""}${positive / unit}${fraction ? `.${fraction}` : ""}`;
}

import { expect, test } from "vitest";
import { compareAmounts, moneyWords, written } from "./amounts.ts";

test.each([
  ["JPY", "1500.0", "1500", "¥1,500"],
  ["KWD", "1.125", "1.125", "KWD 1.125"],
  // Intl knows no decimals of these.
  ["HUF", "1234.5", "1234.50", "HUF 1,234.50"],
  ["IDR", "10000.25", "10000.25", "IDR 10,000.25"],
  // More than the currency has is kept, and not rounded.
  ["JPY", "1500.5", "1500.5", "¥1,500.5"],
  ["EUR", "999999999999999999.99", "999999999999999999.99", "€999,999,999,999,999,999.99"],
])("an amount in %s of Shopify's, %s, is written exactly", (currency, amount, exact, words) => {
  expect(written(amount, currency)).toBe(exact);
  const said = moneyWords({ amount: written(amount, currency), currency, shown: null });
  expect(said.replace("\u00a0", " ")).toBe(words);
});

test.each(["1e5", "", " 1", "1.", ".5", "1,5", "NaN", "1234567890123456789", "0.0000001", "--1", "0x10"])(
  "%j is no amount, and never taken for 0",
  (amount) => {
    expect(() => compareAmounts(amount, "0")).toThrow("Not an amount");
  },
);

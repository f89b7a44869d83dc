import type { CheckedOrder, KnownAmount } from "./facts.ts";
import { thousandths } from "./read-money.ts";

const most = { pool: 60, lines: 8 };

/** What a reckoning may come from: the sums of all orders, and what the reply and its thread say. */
export interface Reckoning {
  orders: readonly CheckedOrder[];
  /** In thousandths. */
  said: readonly number[];
  /** In percent. */
  percents: readonly number[];
}

/** Whether an amount, in thousandths, comes from others: their sum, difference, share, multiple or part. */
export function isDerived(value: number, reckoning: Reckoning): boolean {
  const { pool } = readReckoning(value, reckoning);
  return (
    pool.some((one, at) =>
      pool.slice(at + 1).some((other) => one + other === value || Math.abs(one - other) === value),
    ) || isShare(value, reckoning)
  );
}

function readReckoning(value: number, { orders, said }: Reckoning) {
  const known = orders.flatMap(({ amounts }) => amounts.map(thousandthsOf));
  const pool = [...new Set([...known, ...said])].filter((one) => one > 0).slice(0, most.pool);
  // A hundredth more or less by rounding; a whole unit where there are no hundredths.
  const step = [value, ...known].every((one) => one % 1000 === 0) ? 1000 : 10;
  return { pool, isNear: (other: number) => Math.abs(other - value) <= step };
}

/** Whether an amount comes from one other by a share or a multiple, or is what lines cost together. */
export function isShare(value: number, reckoning: Reckoning): boolean {
  const { orders, percents } = reckoning;
  const { pool, isNear } = readReckoning(value, reckoning);
  const rates = [...percents.map((percent) => percent / 100), ...orders.flatMap(ratesOf)];
  return (
    pool.some((one) => isMultiple(value, one, isNear)) ||
    pool.some((one) => rates.some((rate) => isNear(one * rate) || isNear(one * (1 - rate)))) ||
    orders.some((order) => sumsOfLines(order).some(isNear))
  );
}

function isMultiple(value: number, one: number, isNear: (other: number) => boolean): boolean {
  return [2, 3].some((count) => one * count === value) || [2, 3, 4].some((count) => isNear(one / count));
}

/** What some of an order's lines cost together, also with its discount, its shipping or its tax. */
function sumsOfLines({ amounts }: CheckedOrder): number[] {
  const of = (kind: KnownAmount["kind"]) => amounts.filter((one) => one.kind === kind).map(thousandthsOf);
  const sums = [0];
  for (const line of of("line").slice(0, most.lines)) sums.push(...sums.map((one) => one + line));
  const [off] = of("discount");
  const shipping = of("shipping");
  const withDiscount = discountRates({ amounts }).flatMap((rate) => sums.map((one) => one * (1 - rate)));
  const paid = [...sums, ...(off === undefined ? [] : sums.map((one) => one - off)), ...withDiscount];
  return [
    ...paid.flatMap((one) => [one, ...shipping.map((part) => one + part)]),
    ...sums.flatMap((one) => of("tax").map((part) => one + part)),
  ].filter((one) => one > 0);
}

/** An order's discount as a part of what it cost, and its tax as one of what was paid. */
function ratesOf({ amounts }: Pick<CheckedOrder, "amounts">): number[] {
  const of = (kind: KnownAmount["kind"]) => amounts.filter((one) => one.kind === kind).map(thousandthsOf);
  const totals = of("total");
  return [
    ...discountRates({ amounts }),
    ...of("tax").flatMap((tax) => totals.flatMap((total) => [tax / total, tax / (total - tax)])),
  ].filter((rate) => rate > 0 && rate < 1);
}

const thousandthsOf = ({ amount }: KnownAmount): number => thousandths(amount);

function discountRates({ amounts }: Pick<CheckedOrder, "amounts">): number[] {
  const of = (kind: KnownAmount["kind"]) => amounts.filter((one) => one.kind === kind).map(thousandthsOf);
  return of("discount").flatMap((off) => of("total").map((total) => off / (total + off)));
}

/** The percentages that a text names, and those in the names of codes: "FALL10". */
export function percentsIn(text: string): number[] {
  const codes = [...text.matchAll(/(?<![A-Z\d])[A-Z]{3,20}(\d{1,2})(?![\dA-Z])/g)].map(({ 1: digits }) =>
    Number(digits),
  );
  return codes.concat(percentagesIn(text));
}

function percentagesIn(text: string): number[] {
  return [...text.matchAll(/(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?) ?(?:%|per ?cent|prozent|procent|割)/giu)].map(
    ({ 0: written, 1: digits = "0" }) => Number(digits.replace(",", ".")) * (written.endsWith("割") ? 10 : 1),
  );
}

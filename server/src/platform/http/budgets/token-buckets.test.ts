import { expect, test } from "vitest";
import { TokenBuckets } from "./token-buckets.ts";

const second = 1_000;

test("allows a burst, then a steady rate", () => {
  const buckets = new TokenBuckets({ perSecond: 2, burst: 3 });
  const take = (now: number) => {
    const wait = buckets.waitMs("a", now);
    buckets.take("a", now);
    return wait;
  };
  expect([take(0), take(0), take(0), take(0), take(0)]).toEqual([0, 0, 0, 500, 1_000]);
  expect(buckets.waitMs("a", second)).toBe(500);
  expect(buckets.waitMs("a", 1.5 * second)).toBe(0);
  expect(buckets.waitMs("b", 0)).toBe(0);
});

test("a pause restores at most the burst, and a clock that goes back restores nothing", () => {
  const buckets = new TokenBuckets({ perSecond: 2, burst: 3 });
  buckets.take("a", 0);
  for (let count = 0; count < 3; count += 1) buckets.take("a", 3_600 * second);
  expect(buckets.waitMs("a", 3_600 * second)).toBe(500);
  expect(buckets.waitMs("a", 3_500 * second)).toBe(500);
});

test("remembers only names that have not recovered", () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1 });
  for (let name = 0; name < 10_000; name += 1) buckets.take(`early ${name}`, 0);
  buckets.take("late", 10 * second);
  const waitMs = buckets.waitMs("late", 10 * second);
  expect([waitMs, buckets.waitMs("early 0", 10 * second)]).toEqual([1_000, 0]);
});

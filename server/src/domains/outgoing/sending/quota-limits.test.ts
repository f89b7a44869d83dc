import { expect, test } from "vitest";
import { endOfDay, isWarningDue, levelOf, limitOf } from "./quotas.ts";

test.each([
  [0, 0, "new", 50, 500],
  [0, 100, "new", 50, 500],
  [6, 100, "new", 50, 500],
  [400, 19, "new", 50, 500],
  [7, 20, "established", 250, 5_000],
  [29, 100, "established", 250, 5_000],
  [400, 99, "established", 250, 5_000],
  [30, 100, "trusted", 1_000, 20_000],
] as const)("a store of %i days with %i writers is %s", (age, writers, level, first, reply) => {
  expect(levelOf({ age, writers })).toBe(level);
  expect(limitOf({ sendingQuota: 50 }, { age, writers }, "first")).toBe(first);
  expect(limitOf({ sendingQuota: 50 }, { age, writers }, "reply")).toBe(reply);
});

test("the operator's number limits a new store's mails to strangers, and 0 means no limit", () => {
  const standing = { age: 0, writers: 0 };
  expect(limitOf({ sendingQuota: 3 }, standing, "first")).toBe(3);
  expect(limitOf({ sendingQuota: 0 }, standing, "first")).toBeNull();
});

test.each([
  [50, [40, 50]],
  [1, [1]],
  [3, [3]],
  [10, [8, 10]],
])("a limit of %i warns the admins at %j", (limit, told) => {
  const counts = Array.from({ length: limit }, (_, index) => index + 1);
  expect(counts.filter((sent) => isWarningDue(sent, limit))).toEqual(told);
});

test.each([
  ["2026-11-22T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
  ["2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z"],
])("the day of %s ends at %s", (now, end) => {
  expect(endOfDay(new Date(now)).toISOString()).toBe(end);
});

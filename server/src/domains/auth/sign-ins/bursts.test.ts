import { expect, test } from "vitest";
import { Bursts } from "./record-sign-ins.ts";

test("the same within ten minutes is one burst, and another begins after that", () => {
  const bursts = new Bursts();
  const minute = 60_000;
  expect([0, 1, 9.9, 10, 11].map((at) => bursts.begins("a", at * minute + 1))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  expect(bursts.begins("b", minute)).toBe(true);
});

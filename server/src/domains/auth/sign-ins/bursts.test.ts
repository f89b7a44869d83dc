import { expect, test } from "vitest";
import { Bursts } from "./record-sign-ins.ts";

test("counts repetitions within ten minutes as one burst, and later ones as another", () => {
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

import { expect, test } from "vitest";
import { isLong } from "../run/is-long.ts";
import { measureIncidents, months } from "./measure-incidents.ts";

/** Seeds and kinds of incidents that the rules were not tuned on; a large store's year takes minutes. */
const years = isLong
  ? [15, 60, 250].flatMap((perDay) => [[perDay, 11] as const, [perDay, 12] as const])
  : [[15, 11] as const];

test.each(years)(
  "finds nine of ten made incidents, and at most one false a month, at %d tickets a day (seed %d)",
  {
    timeout: 900_000,
  },
  (perDay, seed) => {
    const { found, made, false: false_, again } = measureIncidents(seed, perDay, true);
    expect(made).toBe(40);
    expect(found).toBeGreaterThanOrEqual(36);
    expect(false_.length).toBeLessThanOrEqual(months);
    expect(again).toBeLessThanOrEqual(4);
  },
);

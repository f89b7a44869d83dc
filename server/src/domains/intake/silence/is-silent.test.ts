import { describe, expect, test } from "vitest";
import { isSilent } from "./find-silence.ts";

/** A Monday at 00:00, as hours since 1970. */
const monday = Date.parse("2026-06-01T00:00:00Z") / 3_600_000;
const at = (day: number, hour: number) => monday + day * 24 + hour;
const everyDay = (day: number) => day >= 0;
const workdays = (day: number) => day % 7 < 5;

/** The hours with mail on these days, given the hours of each day. */
const traffic = (days: number, hoursOfDay: readonly number[], isDay: (day: number) => boolean = everyDay) =>
  Array.from({ length: days }, (_, day) => day)
    .filter(isDay)
    .flatMap((day) => hoursOfDay.map((hour) => at(day, hour)));
const nineToFive = [9, 10, 11, 12, 13, 14, 15, 16, 17];
/** Random numbers that are the same in each run. */
const chance = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

describe("reports a silence", () => {
  test.each<[string, number[], number]>([
    ["of a working day", traffic(26, nineToFive, workdays), at(28, 16)],
    [
      "of a day where mail comes day and night",
      traffic(
        28,
        Array.from({ length: 24 }, (_, hour) => hour),
      ),
      at(28, 6),
    ],
    ["of six days where one mail a day comes", traffic(28, [9]), at(33, 10)],
    ["after two weeks of history", traffic(12, nineToFive, workdays), at(14, 16)],
    [
      "that began on a Friday, on Monday evening",
      traffic(26, nineToFive, workdays).filter((hour) => hour < at(25, 12)),
      at(28, 12),
    ],
  ])("%s", (_what, hours, now) => {
    expect(isSilent(hours, now)).toBe(true);
  });
});

describe("reports no silence", () => {
  test.each<[string, number[], number]>([
    ["a store without mail", [], at(28, 12)],
    ["a single mail, long ago", [at(0, 9)], at(28, 12)],
    ["a store that began a week ago", traffic(7, nineToFive), at(9, 17)],
    ["a mail every third day", traffic(28, [9], (day) => day % 3 === 0), at(33, 12)],
    ["a night", traffic(26, nineToFive, workdays), at(26, 3)],
    ["a weekend", traffic(26, nineToFive, workdays), at(28, 9)],
    ["a slow morning", traffic(26, nineToFive, workdays), at(28, 12)],
    [
      "a pause like an earlier one",
      traffic(26, nineToFive, workdays).filter((hour) => hour < at(14, 0) || hour >= at(15, 0)),
      at(28, 20),
    ],
    [
      "a campaign of one day, and quiet after it",
      [...traffic(28, [9, 13, 17], workdays), ...traffic(1, nineToFive).map((hour) => hour + 15 * 24)].sort(
        (a, b) => a - b,
      ),
      at(28, 16),
    ],
  ])("for %s", (_what, hours, now) => {
    expect(isSilent([...new Set(hours)], now)).toBe(false);
  });

  test("in half a year of random traffic, three mails a day or twenty, by day", () => {
    for (const perDay of [3, 20]) {
      const next = chance(perDay);
      const hours: number[] = [];
      const silences: number[] = [];
      for (let hour = at(0, 0); hour < at(182, 0); hour += 1) {
        const ofDay = hour % 24;
        const rate = (perDay / 16) * (ofDay >= 7 && ofDay < 23 ? 1 : 0.1);
        if (next() < 1 - Math.exp(-rate)) hours.push(hour);
        const before = hours.filter((one) => one > hour - 28 * 24);
        if (hour > at(28, 0) && isSilent(before, hour)) silences.push(hour);
      }
      expect(silences, `${perDay} a day`).toEqual([]);
    }
  });
});

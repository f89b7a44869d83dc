import { afterEach, expect, test } from "vitest";
import { fromField, snoozeFault, snoozeTimes, toField } from "./snooze-choice.tsx";

const before = process.env.TZ;
afterEach(() => {
  process.env.TZ = before;
});

const offered = (zone: string, now: string) => {
  process.env.TZ = zone;
  return Object.fromEntries(snoozeTimes(new Date(now)).map(({ id, at }) => [id, toField(at)]));
};

const cases: [string, string, string, ReturnType<typeof offered>][] = [
  [
    "a Wednesday morning",
    "Europe/Berlin",
    "2026-11-25T10:12:00+01:00",
    { later: "2026-11-25T14:00", tomorrow: "2026-11-26T09:00", monday: "2026-11-30T09:00" },
  ],
  [
    "a Sunday",
    "America/New_York",
    "2026-11-22T17:00:00-05:00",
    { later: "2026-11-22T20:00", tomorrow: "2026-11-23T09:00", monday: "2026-11-30T09:00" },
  ],
  [
    "a Monday before nine",
    "UTC",
    "2026-11-23T08:00:00Z",
    { later: "2026-11-23T11:00", tomorrow: "2026-11-24T09:00", monday: "2026-11-30T09:00" },
  ],
  ["late in the evening", "UTC", "2026-11-24T20:30:00Z", { tomorrow: "2026-11-25T09:00", monday: "2026-11-30T09:00" }],
  [
    "the evening before clocks go forward",
    "Europe/Berlin",
    "2027-03-27T12:00:00+01:00",
    { later: "2027-03-27T15:00", tomorrow: "2027-03-28T09:00", monday: "2027-03-29T09:00" },
  ],
  [
    "the evening before clocks go back",
    "America/Los_Angeles",
    "2026-10-31T12:00:00-07:00",
    { later: "2026-10-31T15:00", tomorrow: "2026-11-01T09:00", monday: "2026-11-02T09:00" },
  ],
  [
    "the end of a year",
    "Pacific/Auckland",
    "2026-12-31T09:00:00+13:00",
    { later: "2026-12-31T12:00", tomorrow: "2027-01-01T09:00", monday: "2027-01-04T09:00" },
  ],
];

test.each(cases)("offers the times for %s", (_, zone, now, expected) => {
  expect(offered(zone, now)).toEqual(expected);
});

test.each([
  [
    "in the same zone",
    "Europe/Berlin",
    "2026-11-24T12:00:00Z",
    { tomorrow: "2026-11-25T08:00Z", monday: "2026-11-30T08:00Z" },
  ],
  [
    "west of the reader",
    "America/New_York",
    "2026-11-24T12:00:00Z",
    { tomorrow: "2026-11-25T14:00Z", monday: "2026-11-30T14:00Z" },
  ],
  // There it is Sunday already, so the Monday meant is tomorrow's next one.
  [
    "a day ahead of the reader",
    "Pacific/Auckland",
    "2026-11-28T20:00:00Z",
    { tomorrow: "2026-11-29T20:00Z", monday: "2026-12-06T20:00Z" },
  ],
  [
    "where clocks go forward before",
    "America/New_York",
    "2027-03-13T20:00:00Z",
    { tomorrow: "2027-03-14T13:00Z", monday: "2027-03-15T13:00Z" },
  ],
])("offers the mornings of a store %s", (_, zone, now, expected) => {
  process.env.TZ = "Europe/Berlin";
  const mornings = snoozeTimes(new Date(now), zone).filter(({ id }) => id !== "later");
  const labels =
    zone === "Europe/Berlin"
      ? ["Tomorrow 9:00", "Monday 9:00"]
      : ["Tomorrow 9:00, store time", "Monday 9:00, store time"];
  expect(mornings).toMatchObject([
    { label: labels[0], at: new Date(expected.tomorrow) },
    { label: labels[1], at: new Date(expected.monday) },
  ]);
});

test("a local time skipped or doubled by a clock change is a real one", () => {
  process.env.TZ = "Europe/Berlin";
  expect(fromField("2027-03-28T02:30")?.toISOString()).toBe("2027-03-28T01:30:00.000Z");
  expect(fromField("2026-10-25T02:30")?.getUTCHours()).toBeOneOf([0, 1]);
  expect(fromField("")).toBeNull();
  expect(fromField("2027-02-")).toBeNull();
});

test("refuses the past and anything more than a year ahead", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  expect(snoozeFault(null, now)).toBe("Please enter a valid date");
  expect(snoozeFault(now, now)).toBe("Choose a time that is still to come");
  expect(snoozeFault(new Date("2026-11-22T12:00:01Z"), now)).toBeNull();
  expect(snoozeFault(new Date("2027-11-22T12:00:00Z"), now)).toBeNull();
  expect(snoozeFault(new Date("2027-11-24T12:00:00Z"), now)).toBe("Choose a time within a year");
});

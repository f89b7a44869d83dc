import type { EventTime } from "@deskhand/contract/desk/enclosed";
import { expect, test } from "vitest";
import { sayWhen } from "./event-card.tsx";

const zone = "America/New_York";
const time = (local: string, at: string | null, of: string | null = zone): EventTime => ({
  local: `2026-12-${local}:00`,
  zone: of,
  isDay: false,
  at: at && `2026-12-${at}:00.000Z`,
});
const day = (local: string): EventTime => ({ local: `2026-12-${local}`, at: null, isDay: true, zone: null });

test("shows times in the reader's zone, and as written where the two differ", () => {
  const [start, end] = [time("01T09:00", "01T14:00"), time("01T09:30", "01T14:30")];
  expect(sayWhen(start, end, "Europe/Berlin")).toEqual({
    text: "Tue, Dec 1, 2026, 3:00 – 3:30 PM",
    asWritten: "Tue, Dec 1, 2026, 9:00 – 9:30 AM in America/New_York",
  });
  expect(sayWhen(start, end, zone)).toEqual({ text: "Tue, Dec 1, 2026, 9:00 – 9:30 AM", asWritten: null });
  expect(sayWhen(time("01T14:00", "01T14:00", "UTC"), null, "Europe/Berlin")).toEqual({
    text: "Tue, Dec 1, 2026, 3:00 PM",
    asWritten: null,
  });
});

test("an event may end on another day in either zone", () => {
  const [start, end] = [time("01T16:00", "01T21:00"), time("01T20:00", "02T01:00")];
  expect(sayWhen(start, end, "Europe/Berlin").text).toBe("Tue, Dec 1, 2026, 10:00 PM – Wed, Dec 2, 2026, 2:00 AM");
});

test("an unknown time zone leaves the time as written", () => {
  expect(sayWhen(time("01T09:00", null, "My Zone"), null, "Europe/Berlin").text).toBe(
    "Tue, Dec 1, 2026, 9:00 AM (time zone: My Zone)",
  );
  expect(sayWhen(time("01T09:00", null, null), null, "Europe/Berlin").text).toBe(
    "Tue, Dec 1, 2026, 9:00 AM (the sender names no time zone)",
  );
});

test("all-day events are the same in every zone", () => {
  expect(sayWhen(day("24"), null, "Pacific/Auckland").text).toBe("Thu, Dec 24, 2026");
  expect(sayWhen(day("24"), day("26"), "Pacific/Auckland").text).toBe("Thu, Dec 24 – Sat, Dec 26, 2026");
});

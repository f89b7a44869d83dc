import { expect, test } from "vitest";
import { coverDays, coverEach } from "./day-spans.ts";

test("a year that ends today is covered by quarters, and by what is shorter at its ends", () => {
  expect(coverDays("2025-11-18", "2026-11-18")).toEqual([
    { span: "day", first: "2025-11-18", end: "2025-11-24" },
    { span: "week", first: "2025-11-24", end: "2025-12-01" },
    { span: "month", first: "2025-12-01", end: "2026-01-01" },
    { span: "quarter", first: "2026-01-01", end: "2026-10-01" },
    { span: "month", first: "2026-10-01", end: "2026-11-01" },
    { span: "day", first: "2026-11-01", end: "2026-11-02" },
    { span: "week", first: "2026-11-02", end: "2026-11-16" },
    { span: "day", first: "2026-11-16", end: "2026-11-18" },
  ]);
  expect(coverDays("2026-01-01", "2026-01-01")).toEqual([]);
});

test("neighbouring steps of one span are read as one", () => {
  expect(
    coverEach([
      { from: "2026-03-01", end: "2026-03-02" },
      { from: "2026-03-02", end: "2026-03-09" },
      { from: "2026-03-09", end: "2026-03-16" },
      { from: "2026-03-16", end: "2026-03-17" },
    ]),
  ).toEqual([
    { span: "day", first: "2026-03-01", end: "2026-03-02" },
    { span: "week", first: "2026-03-02", end: "2026-03-16" },
    { span: "day", first: "2026-03-16", end: "2026-03-17" },
  ]);
});

test("each day is covered once, wherever a range begins and ends", () => {
  const day = (number: number) => new Date(Date.UTC(2024, 0, number)).toISOString().slice(0, 10);
  for (let first = 1; first < 100; first += 1) {
    for (let length = 1; length < 400; length += 13) {
      const covered = coverDays(day(first), day(first + length));
      expect(covered.map(({ first: begins }) => begins)).toEqual([
        day(first),
        ...covered.slice(0, -1).map(({ end }) => end),
      ]);
      expect(covered.at(-1)?.end).toBe(day(first + length));
    }
  }
});

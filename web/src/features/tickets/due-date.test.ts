import { expect, test } from "vitest";
import { dueAtEndOf, dueDay } from "./due-date.ts";

test("a ticket is due when its day ends, and the day is read back the same", () => {
  for (const day of ["2026-11-21", "2026-03-29", "2026-10-25", "2028-02-29"]) {
    const due = dueAtEndOf(day);
    expect(dueDay(due)).toBe(day);
    expect(new Date(due ?? "").getHours()).toBe(23);
  }
});

test("a year that was typed half, and what is no day, is no due date", () => {
  for (const day of ["", "0002-11-21", "0202-11-21", "9999-01-01", "2026-13-01", "soon"]) {
    expect(dueAtEndOf(day)).toBeNull();
  }
  expect(dueDay(null)).toBe("");
});

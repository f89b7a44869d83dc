import { expect, test } from "vitest";
import { dueAtEndOf, dueDay, isOverdue } from "./ticket-state.ts";

test("a ticket is due when its day ends, and the day is read back the same", () => {
  for (const day of ["2026-11-21", "2026-03-29", "2026-10-25", "2028-02-29"]) {
    const due = dueAtEndOf(day);
    expect(dueDay(due)).toBe(day);
    expect(new Date(due ?? "").getHours()).toBe(23);
  }
});

test("a half-typed year and a text that is no day are no due dates", () => {
  for (const day of ["", "0002-11-21", "0202-11-21", "9999-01-01", "2026-13-01", "soon"]) {
    expect(dueAtEndOf(day)).toBeNull();
  }
  expect(dueDay(null)).toBe("");
});

const dueDate = "2026-11-18T09:00:00.000Z";
const due = Date.parse(dueDate);

test("a ticket is overdue once its due date is past", () => {
  expect(isOverdue({ dueDate, status: "open" }, due)).toBe(false);
  expect(isOverdue({ dueDate, status: "urgent" }, due + 1)).toBe(true);
});

test("an archived ticket, or one without a due date, never is", () => {
  expect(isOverdue({ dueDate, status: "resolved" }, due + 1)).toBe(false);
  expect(isOverdue({ dueDate, status: "closed" }, due + 1)).toBe(false);
  expect(isOverdue({ dueDate: null, status: "open" }, due)).toBe(false);
});

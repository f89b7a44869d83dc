import { expect, test } from "vitest";
import { isOverdue } from "./is-overdue.ts";

const dueDate = "2026-11-18T09:00:00.000Z";
const due = Date.parse(dueDate);

test("a ticket is overdue once its due date is past", () => {
  expect(isOverdue({ dueDate, status: "open" }, due)).toBe(false);
  expect(isOverdue({ dueDate, status: "urgent" }, due + 1)).toBe(true);
});

test("what is archived or has no due date never is", () => {
  expect(isOverdue({ dueDate, status: "resolved" }, due + 1)).toBe(false);
  expect(isOverdue({ dueDate, status: "closed" }, due + 1)).toBe(false);
  expect(isOverdue({ dueDate: null, status: "open" }, due)).toBe(false);
});

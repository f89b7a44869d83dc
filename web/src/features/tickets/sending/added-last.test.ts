import { expect, test } from "vitest";
import { addedAfter, addedLast } from "./added-last.ts";

const thread = [
  { id: "first", addedAt: "2026-03-02T10:00:00.000Z" },
  { id: "late", addedAt: "2026-03-02T12:00:00.000Z" },
  { id: "second", addedAt: "2026-03-02T11:00:00.000Z" },
  { id: "same", addedAt: "2026-03-02T11:00:00.000Z" },
];
const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id);

test("the message added last may stand further up; of several added at once the last in the thread counts", () => {
  expect(addedLast(thread)?.id).toBe("late");
  expect(addedLast(thread.filter(({ id }) => id !== "late"))?.id).toBe("same");
  expect(addedLast([])).toBeUndefined();
});

test("finds messages added after one wherever they stand, and all of them after none", () => {
  expect(idsOf(addedAfter(thread, "second"))).toEqual(["late", "same"]);
  expect(idsOf(addedAfter(thread, "late"))).toEqual([]);
  expect(idsOf(addedAfter(thread, "gone"))).toEqual(idsOf(thread));
  expect(idsOf(addedAfter(thread, null))).toEqual(idsOf(thread));
});

import { expect, test } from "vitest";
import { asked } from "./audit-screen.tsx";

test("days are whole, the last one included, in the reader's time zone", () => {
  const { from, until } = asked({ from: "2026-11-22", to: "2026-11-22" });
  expect(from).toBe(new Date(2026, 10, 22).toISOString());
  expect(until).toBe(new Date(2026, 10, 23).toISOString());
  expect(asked({ to: "2026-12-31" })).toEqual({ until: new Date(2027, 0, 1).toISOString() });
});

test.each(["", "0002-01-01", "2026-11", "yesterday", "9999999-01-01"])("%j is no day", (from) => {
  expect(asked({ from })).toEqual({});
});

test("what is not chosen is not asked", () => {
  expect(asked({ person: "", kind: "team" })).toEqual({ kind: "team" });
  expect(asked({ person: "0190" })).toEqual({ userId: "0190" });
});

import { expect, test } from "vitest";
import { auditInput } from "./audit-screen.tsx";

test("covers whole days in the reader's time zone, the last one included", () => {
  const { from, until } = auditInput({ from: "2026-11-22", to: "2026-11-22" });
  expect(from).toBe(new Date(2026, 10, 22).toISOString());
  expect(until).toBe(new Date(2026, 10, 23).toISOString());
  expect(auditInput({ to: "2026-12-31" })).toEqual({ until: new Date(2027, 0, 1).toISOString() });
});

test.each(["", "0002-01-01", "2026-11", "yesterday", "9999999-01-01"])("%j is no day", (from) => {
  expect(auditInput({ from })).toEqual({});
});

test("omits filters that are not set", () => {
  expect(auditInput({ person: "", kind: "team" })).toEqual({ kind: "team" });
  expect(auditInput({ person: "0190" })).toEqual({ userId: "0190" });
});

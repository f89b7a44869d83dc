import { expect, test } from "vitest";
import { relativeText } from "./relative-time.tsx";

const now = Date.UTC(2026, 10, 21, 12);
const minutes = (n: number) => now - n * 60_000;

test.each([
  [minutes(-5), "Just now", "Just now"],
  [minutes(0.9), "Just now", "Just now"],
  [minutes(1), "Just now", "1m ago"],
  [minutes(59), "Just now", "59m ago"],
  [minutes(60), "1h ago", "1h ago"],
  [minutes(23 * 60 + 59), "23h ago", "23h ago"],
  [minutes(24 * 60), "1d ago", "1d ago"],
  [minutes(40 * 24 * 60), "40d ago", "40d ago"],
])("says how long ago %i was", (then, byHour, byMinute) => {
  expect(relativeText(then, now, "hour")).toBe(byHour);
  expect(relativeText(then, now, "minute")).toBe(byMinute);
});

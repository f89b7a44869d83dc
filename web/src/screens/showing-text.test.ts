import { expect, test } from "vitest";
import { showingText } from "./showing-text.ts";

test("says how many of how many", () => {
  expect(showingText({ items: Array(20), total: 1048, totalIsCapped: false }, "tickets")).toBe(
    "Showing 20 of 1,048 tickets",
  );
  expect(showingText({ items: [], total: 0, totalIsCapped: false }, "tickets")).toBe("Showing 0 of 0 tickets");
  expect(showingText({ items: Array(20), total: 10_000, totalIsCapped: true }, "tickets")).toBe(
    "Showing 20 of 10,000+ tickets",
  );
});

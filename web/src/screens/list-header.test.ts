import { expect, test } from "vitest";
import { showingText } from "./list-header.tsx";

test("says how many of all rows fit the filters", () => {
  expect(showingText({ total: 3, totalIsCapped: false }, 1_048, "tickets")).toBe("Showing 3 of 1,048 tickets");
  expect(showingText({ total: 0, totalIsCapped: false }, 0, "tickets")).toBe("Showing 0 of 0 tickets");
  expect(showingText({ total: 10_000, totalIsCapped: true }, 12_345, "tickets")).toBe(
    "Showing 10,000+ of 12,345 tickets",
  );
});

test("without filters both counts are the same, even where the server stops counting earlier", () => {
  expect(showingText(null, 12_345, "orders")).toBe("Showing 12,345 of 12,345 orders");
  expect(showingText({ total: 49, totalIsCapped: false }, 48, "orders")).toBe("Showing 49 of 49 orders");
});

import { expect, test } from "vitest";
import { earlierText } from "./earlier-text.ts";

test("shows only what the thread does not show already", () => {
  expect(earlierText("Yes please\n\n> Shall I?", "Yes please")).toBe("> Shall I?");
});

test("shows the whole when the answer stands between or below the quotes", () => {
  expect(earlierText("> Shall I?\nYes please", "Yes please")).toBe("> Shall I?\nYes please");
  expect(earlierText("Yes please\n ", "Yes please")).toBe("Yes please\n ");
});

import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { polishFailure } from "./use-polish.ts";

test("what is wrong with the text is said as it is", () => {
  const data = { fields: { text: ["Message is too long (maximum 10,000 characters)"] } };
  const error = new ORPCError("input_invalid", { defined: true, status: 422, data });
  expect(polishFailure(error)).toBe("Message is too long (maximum 10,000 characters)");
});

test("a refused request is shown with its status and what was said", () => {
  const error = new ORPCError("service_unavailable", { status: 503, message: "Not now" });
  expect(polishFailure(error)).toBe("Polish message request failed: 503 - Not now");
});

test("a lost connection and a fault of ours each have their sentence", () => {
  expect(polishFailure(new TypeError("Failed to fetch"))).toMatch(/^Deskhand could not be reached/);
  expect(polishFailure(new RangeError("?"))).toBe("An unexpected error occurred");
});

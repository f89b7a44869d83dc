import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { polishFailure } from "./use-polish.ts";

test("shows an error in the text as it is", () => {
  const data = { fields: { text: ["Message is too long (maximum 10,000 characters)"] } };
  const error = new ORPCError("input_invalid", { defined: true, status: 422, data });
  expect(polishFailure(error)).toBe("Message is too long (maximum 10,000 characters)");
});

test("shows a refused request with its status and reason", () => {
  const error = new ORPCError("service_unavailable", { status: 503, message: "Not now" });
  expect(polishFailure(error)).toBe("Polish message request failed: 503 - Not now");
});

test("a lost connection and an internal error have their own sentences", () => {
  expect(polishFailure(new TypeError("Failed to fetch"))).toMatch(/^Deskhand could not be reached/);
  expect(polishFailure(new RangeError("?"))).toBe("An unexpected error occurred");
});

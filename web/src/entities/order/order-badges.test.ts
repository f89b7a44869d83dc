import { expect, test } from "vitest";
import { fulfillmentWords, paymentWords } from "./order-badges.tsx";

test("a state has its word and colour, and an unknown one is shown as it is, in grey", () => {
  expect(paymentWords("partially_refunded")).toEqual({ label: "Partially Refunded", tone: "amber" });
  expect(fulfillmentWords("on_hold")).toEqual({ label: "On Hold", tone: "amber" });
  expect(fulfillmentWords(null)).toEqual({ label: "Not Shipped", tone: "grey" });
  expect(paymentWords("toString")).toEqual({ label: "toString", tone: "grey" });
});

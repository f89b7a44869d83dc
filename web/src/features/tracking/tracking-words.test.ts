import { orderChanges, trackingProgress } from "@deskhand/contract/vocabulary";
import { expect, test } from "vitest";
import { changeWords, trackingWords } from "./tracking-words.tsx";

test("every parcel state has a label", () => {
  expect(Object.keys(trackingWords).sort()).toEqual(Object.keys(trackingProgress).sort());
  expect(trackingWords["out-for-delivery"].label).toBe("Out for Delivery");
});

test("every change has a label, and a refund shows its amount unchanged", () => {
  for (const kind of orderChanges) expect(changeWords({ kind, amount: null }, "EUR")).toMatch(/^[a-z ]+$/);
  expect(changeWords({ kind: "refunded", amount: "20.00" }, "EUR")).toBe("refunded €20.00");
  expect(changeWords({ kind: "refunded", amount: "1.125" }, "KWD")).toBe("refunded KWD\u00a01.125");
});

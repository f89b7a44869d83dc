import { expect, test } from "vitest";
import { contrast, readableOn } from "./branding.ts";

test("uses white or near-black text, whichever reads better on the background", () => {
  expect(readableOn("#000000")).toBe("#ffffff");
  expect(readableOn("#ffffff")).toBe("#14141f");
  expect(readableOn("#ffe066", "#ffffff")).toBe("#14141f");
});

test("decides by the worse end of a gradient", () => {
  expect(readableOn("#764ba2", "#ffffff")).toBe("#14141f");
});

test("computes contrast by WCAG's ratio", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

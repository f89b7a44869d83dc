import { expect, test } from "vitest";
import { contrast, readableOn } from "./branding.ts";

test("text on a background is white or near-black, whichever reads better", () => {
  expect(readableOn("#000000")).toBe("#ffffff");
  expect(readableOn("#ffffff")).toBe("#14141f");
  expect(readableOn("#ffe066", "#ffffff")).toBe("#14141f");
});

test("the worse end of a gradient decides", () => {
  expect(readableOn("#764ba2", "#ffffff")).toBe("#14141f");
});

test("contrast is WCAG's ratio", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

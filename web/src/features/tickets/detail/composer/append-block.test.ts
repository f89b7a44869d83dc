import { expect, test } from "vitest";
import { appendBlock } from "./append-block.ts";

test("stands after the text with a line between, alone in an empty one, and never twice", () => {
  expect(appendBlock("Hi Ines,\n", "Guide\nRead it.")).toBe("Hi Ines,\n\nGuide\nRead it.");
  expect(appendBlock(" \n", "Guide")).toBe("Guide");
  const once = appendBlock("Hi", "Guide");
  expect(appendBlock(once, "Guide")).toBe(once);
});

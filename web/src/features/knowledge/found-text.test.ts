import { expect, test } from "vitest";
import { foundText } from "./found-text.ts";

test("says how many there are, whether they are filtered, and how many of them are shown", () => {
  const list = (total: number, shown = total) => ({ total, items: Array(shown) });
  expect(foundText(list(0), true)).toBe("0 resources found (filtered)");
  expect(foundText(list(1), false)).toBe("1 resource found");
  expect(foundText(list(1200, 50), false)).toBe("1,200 resources found, the 50 most used are shown");
});

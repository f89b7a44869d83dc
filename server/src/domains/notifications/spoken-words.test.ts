import { expect, test } from "vitest";
import { spanWords } from "./spoken-words.ts";

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, "1 second"],
  [20 * second, "20 seconds"],
  [119 * second, "119 seconds"],
  [3 * minute, "3 minutes"],
  [119 * minute, "119 minutes"],
  [17 * hour + 59 * minute, "17 hours"],
  [47 * hour, "47 hours"],
  [2 * day + hour, "2 days"],
  [27 * day, "27 days"],
])("writes %d ms as %s", (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});

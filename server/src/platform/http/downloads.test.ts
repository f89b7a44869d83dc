import { expect, test } from "vitest";
import { readRange } from "./downloads.ts";

test.each([
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-1000", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=100-", "none"],
  ["bytes=-0", "none"],
  ["bytes=20-10", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["lines=0-1", null],
  ["bytes=a-b", null],
  [undefined, null],
])("%s of 100 bytes", (header, range) => expect(readRange(header, 100)).toEqual(range));

test("an empty file has no ranges", () => {
  expect(readRange("bytes=0-", 0)).toBe("none");
  expect(readRange("bytes=-5", 0)).toBe("none");
});

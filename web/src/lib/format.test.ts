import { expect, test } from "vitest";
import {
  counted,
  formatDate,
  formatDateTime,
  formatFileSize,
  formatLongDateTime,
  formatMoney,
  truncate,
} from "./format.ts";

test("formats dates as en-US with a short or long month", () => {
  const local = new Date(2026, 10, 18, 9, 41).toISOString();
  expect(formatDate(local)).toBe("Nov 18, 2026");
  expect(formatDateTime(local)).toMatch(/^Nov 18, 2026, 9:41\sAM$/);
  expect(formatLongDateTime(local)).toMatch(/^November 18, 2026 at 9:41\sAM$/);
  expect(formatDate("not a date")).toBe("");
});

test("marks a text that was cut, and leaves a short one alone", () => {
  expect(truncate("short", 5)).toBe("short");
  expect(truncate("a word more", 7)).toBe("a word...");
  expect(truncate("ab😀cd", 3)).toBe("ab...");
});

test("makes counts agree with their noun", () => {
  expect([counted(1, "message"), counted(0, "message"), counted(1200, "message")]).toEqual([
    "1 message",
    "0 messages",
    "1,200 messages",
  ]);
});

test.each([
  [0, "0 Bytes"],
  [1, "1 Bytes"],
  [1023, "1023 Bytes"],
  [1024, "1 KB"],
  [1_600_000, "1.53 MB"],
  [25 * 1024 ** 2, "25 MB"],
  [3 * 1024 ** 4, "3072 GB"],
])("%i bytes are %s", (bytes, text) => expect(formatFileSize(bytes)).toBe(text));

test.each([
  ["1234.50", "USD", "$1,234.50"],
  ["9999999999.99", "EUR", "€9,999,999,999.99"],
  ["90071992547409931.07", "USD", "$90,071,992,547,409,931.07"],
  ["0.00", "JPY", "¥0"],
  ["-5.10", "XYZ", "-XYZ\u00a05.10"],
] as const)("%s %s is written %s, never through a binary number", (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});

import { expect, test } from "vitest";
import { msFromNow } from "../../../testing/from-now.ts";
import { codeAt, keyAddress, newKey, stepAt, stepOfCode } from "./app-codes.ts";

/** "12345678901234567890", from the examples of RFC 6238 and RFC 4226. */
const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("gives at %i seconds the code %s for RFC 6238's key", (seconds, code) => {
  expect(codeAt(key, stepAt(seconds * 1000))).toBe(code);
});

test("accepts the codes of a step and its neighbours only", () => {
  const now = 1_790_000_000_000;
  const step = stepAt(now);
  const taken = [-2, -1, 0, 1, 2].map((away) => stepOfCode(key, codeAt(key, step + away), now, 0));
  expect(taken).toEqual([null, step - 1, step, step + 1, null]);
});

test("accepts a code once, and none before it", () => {
  const now = 1_790_000_000_000;
  const step = stepAt(now);
  const taken = [-1, 0, 1].map((away) => stepOfCode(key, codeAt(key, step + away), now, step));
  expect(taken).toEqual([null, null, step + 1]);
});

test.each(["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "12345\u0661", "123 456"])("rejects %j as a code", (code) => {
  expect(stepOfCode(key, code, msFromNow({}), 0)).toBeNull();
});

test("makes different keys of 160 bits, in an address an app can read", () => {
  const keys = Array.from({ length: 50 }, newKey);
  expect(new Set(keys).size).toBe(50);
  for (const one of keys) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(keyAddress(key, "Deskhand", "ann+desk@shop.example")).toBe(
    `otpauth://totp/Deskhand:ann%2Bdesk%40shop.example?secret=${key}&issuer=Deskhand&algorithm=SHA1&digits=6&period=30`,
  );
});

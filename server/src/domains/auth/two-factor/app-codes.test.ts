import { expect, test } from "vitest";
import { msFromNow } from "../../../testing/from-now.ts";
import { codeAt, keyAddress, newKey, stepAt, stepOfCode } from "./app-codes.ts";

/** "12345678901234567890", of RFC 6238's and RFC 4226's examples. */
const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds the code of RFC 6238's key is %s", (seconds, code) => {
  expect(codeAt(key, stepAt(seconds * 1000))).toBe(code);
});

test("the codes of a step and of its neighbours are taken, and no others", () => {
  const now = 1_790_000_000_000;
  const step = stepAt(now);
  const taken = [-2, -1, 0, 1, 2].map((away) => stepOfCode(key, codeAt(key, step + away), now, 0));
  expect(taken).toEqual([null, step - 1, step, step + 1, null]);
});

test("a code is not taken twice, nor one before it", () => {
  const now = 1_790_000_000_000;
  const step = stepAt(now);
  const taken = [-1, 0, 1].map((away) => stepOfCode(key, codeAt(key, step + away), now, step));
  expect(taken).toEqual([null, null, step + 1]);
});

test.each(["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "12345\u0661", "123 456"])("%j is no code", (code) => {
  expect(stepOfCode(key, code, msFromNow({}), 0)).toBeNull();
});

test("keys are different, have 160 bits, and stand in the address that an app reads", () => {
  const keys = Array.from({ length: 50 }, newKey);
  expect(new Set(keys).size).toBe(50);
  for (const one of keys) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(keyAddress(key, "Deskhand", "ann+desk@shop.example")).toBe(
    `otpauth://totp/Deskhand:ann%2Bdesk%40shop.example?secret=${key}&issuer=Deskhand&algorithm=SHA1&digits=6&period=30`,
  );
});

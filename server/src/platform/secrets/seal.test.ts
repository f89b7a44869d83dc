import { expect, test } from "vitest";
import { asTenantId } from "../db/tenant.ts";
import { type SealedFor, seal, unseal } from "./seal.ts";

const secret = "a secret of at least thirty-two characters";
const ours: SealedFor = { tenantId: asTenantId("019aa000-0000-7000-8000-000000000001"), purpose: "token" };
const text = "shpat_ÄΩ 0123456789";

test("opens what it sealed, and never seals the same way twice", () => {
  const [once, twice] = [seal(secret, ours, text), seal(secret, ours, text)];
  expect(unseal(secret, ours, once)).toBe(text);
  expect(unseal(secret, ours, twice)).toBe(text);
  expect(once.equals(twice)).toBe(false);
  expect(once.includes(Buffer.from("shpat_"))).toBe(false);
  expect(unseal(secret, ours, seal(secret, ours, ""))).toBe("");
});

test("does not open for another tenant, purpose or secret", () => {
  const sealed = seal(secret, ours, text);
  const other = asTenantId("019aa000-0000-7000-8000-000000000002");
  expect(unseal(secret, { ...ours, tenantId: other }, sealed)).toBeNull();
  expect(unseal(secret, { ...ours, purpose: "refresh token" }, sealed)).toBeNull();
  expect(unseal(`${secret}.`, ours, sealed)).toBeNull();
});

test("does not open after one changed bit, or in part", () => {
  const sealed = seal(secret, ours, text);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(unseal(secret, ours, changed)).toBeNull();
    expect(unseal(secret, ours, sealed.subarray(0, at))).toBeNull();
  }
});

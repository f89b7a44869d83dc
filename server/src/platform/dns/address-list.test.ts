import { describe, expect, test } from "vitest";
import { hostOf } from "./address-list.ts";

describe("a host is", () => {
  test.each([
    ["192.0.2.1", "::ffff:192.0.2.1"],
    ["2001:db8:1:2::1", "2001:0db8:0001:0002:ffff:ffff:ffff:ffff"],
    ["2001:db8::1", "2001:db8:0:0:1::"],
    ["::1", "0:0:0:0:0:0:0:1"],
    ["fe80::1%eth0", "fe80::2"],
  ])("%s and %s", (first, other) => {
    expect(hostOf(first)).toBe(hostOf(other));
  });

  test.each([
    ["192.0.2.1", "192.0.2.2"],
    ["2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["::1", "1::"],
  ])("either %s or %s", (first, other) => {
    expect(hostOf(first)).not.toBe(hostOf(other));
  });
});

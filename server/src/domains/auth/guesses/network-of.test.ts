import { expect, test } from "vitest";
import { networkOf } from "./network-of.ts";

test.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:22ff::1", "20010db8000122/56"],
  ["2001:DB8:1:2200:5:6:7:8", "20010db8000122/56"],
  ["fe80::1%eth0", "fe800000000000/56"],
  ["::1", "00000000000000/56"],
  ["no address", "unknown"],
  ["", "unknown"],
  [null, "unknown"],
])("puts %s into %s", (ip, network) => expect(networkOf(ip)).toBe(network));

import { expect, test } from "vitest";
import { readSettings } from "./env.ts";

test("nobody is asked but the system's name servers, and the usual forwarders are believed, unless somebody says otherwise", () => {
  const { nameServers, trustedRelays, trustedSealers } = readSettings({ DNS_SERVERS: "", TRUSTED_RELAYS: " " });
  expect({ nameServers, trustedRelays }).toEqual({ nameServers: "system", trustedRelays: [] });
  expect(trustedSealers).toContain("google.com");
});

test("addresses, networks and domains are lists", () => {
  const settings = readSettings({
    DNS_SERVERS: "127.0.0.1:5353, ::1",
    TRUSTED_RELAYS: "10.0.0.5, 192.0.2.0/24,2001:DB8::/32",
    ARC_TRUSTED_SEALERS: "Forwarder.example",
  });
  expect(settings).toMatchObject({
    nameServers: ["127.0.0.1:5353", "::1"],
    trustedRelays: ["10.0.0.5", "192.0.2.0/24", "2001:db8::/32"],
    trustedSealers: ["forwarder.example"],
  });
  expect(readSettings({ DNS_SERVERS: "off" }).nameServers).toBe("off");
});

test.each([
  [{ DNS_SERVERS: "dns.example" }, "DNS_SERVERS must be addresses"],
  [{ TRUSTED_RELAYS: "10.0.0.5,relay.example" }, "TRUSTED_RELAYS must be addresses or networks"],
  [{ TRUSTED_RELAYS: "10.0.0.0/33" }, "TRUSTED_RELAYS must be addresses or networks"],
  [{ ARC_TRUSTED_SEALERS: "*.example" }, "ARC_TRUSTED_SEALERS must be domain names"],
])("%o is a fault", (source, words) => {
  expect(() => readSettings(source)).toThrow(words);
});

import { expect, test } from "vitest";
import { readSettings } from "./env.ts";
import { patience } from "./platform/shopify/admin-api.ts";

test("nobody is asked but the system's name servers, and the usual forwarders are believed, unless somebody says otherwise", () => {
  const { nameServers, trustedRelays, trustedSealers } = readSettings({ DNS_SERVERS: "", TRUSTED_RELAYS: " " });
  expect({ nameServers, trustedRelays }).toEqual({ nameServers: "system", trustedRelays: [] });
  expect(trustedSealers).toContain("google.com");
});

test("what a password costs who guesses it is no setting", () => {
  const asked = [
    "PASSWORD_COST",
    "PASSWORDCOST",
    "passwordCost",
    "MEMORY_COST",
    "TIME_COST",
    "NODE_ENV",
    "TEST",
    "VITEST",
  ];
  const source = Object.fromEntries(asked.map((name) => [name, name === "NODE_ENV" ? "test" : "1"]));
  expect(readSettings(source).passwordCost).toEqual({ memoryCost: 19_456, timeCost: 2 });
});

test.each(["open", "invite", "closed", null] as const)(
  "who may sign up is as it is set, or as is usual: %s",
  (signUp) => {
    expect(readSettings({ SIGN_UP: signUp ?? " " }).signUp).toBe(signUp);
  },
);

const production = { NODE_ENV: "production", MAIL_DOMAIN: "mail.example.com", SMTP_URL: "smtps://relay.example.com" };
test.each(["http://desk.example.com", "http://10.0.0.5:3000", "HTTP://localhost.example.com"])(
  "production is not served at %s, where all of it could be read on the way",
  (PUBLIC_URL) => {
    expect(() => readSettings({ ...production, PUBLIC_URL })).toThrow("PUBLIC_URL must be https: with http, passwords");
    expect(readSettings({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  },
);

test.each(["https://desk.example.com", "http://localhost:3000", "http://127.0.0.1", "http://[::1]:3000"])(
  "production may be at %s",
  (PUBLIC_URL) => {
    expect(readSettings({ ...production, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  },
);

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
  [{ OPERATOR_EMAIL: "ops" }, "OPERATOR_EMAIL must be an e-mail address"],
  [{ METRICS_PORT: "http" }, "METRICS_PORT must be a whole number"],
  [{ DOCS_URL: "javascript:alert(1)" }, "DOCS_URL must be an http or https address"],
  [{ SIGN_UP: "yes" }, "SIGN_UP must be open, invite or closed"],
])("%o is a fault", (source, words) => {
  expect(() => readSettings(source)).toThrow(words);
});

test("figures are told where somebody says so, and to this machine alone unless they say more", () => {
  expect(readSettings({ METRICS_PORT: " " }).metrics).toBeNull();
  expect(readSettings({ METRICS_PORT: "9464" }).metrics).toEqual({ host: "127.0.0.1", port: 9464 });
  expect(readSettings({ METRICS_PORT: "9464", METRICS_HOST: "::" }).metrics).toEqual({ host: "::", port: 9464 });
});

test("stores are reached at Shopify by its newest version, unless somebody says otherwise", () => {
  const scopes = ["read_orders", "read_customers"];
  const usual = { app: null, scopes, apiVersion: "2026-10", storeUrl: "https://{shop}", patience, rest: 1 };
  expect(readSettings({ SHOPIFY_API_KEY: " ", SHOPIFY_API_VERSION: "" }).shopify).toEqual(usual);
  const set = readSettings({
    ...{ SHOPIFY_API_KEY: "key", SHOPIFY_API_SECRET: "secret" },
    SHOPIFY_SCOPES: "read_all_orders, read_orders",
    ...{ SHOPIFY_API_VERSION: "2026-07", SHOPIFY_STORE_URL: "http://localhost:4000/{shop}/" },
  });
  expect(set.shopify).toEqual({
    ...{ app: { key: "key", secret: "secret" }, apiVersion: "2026-07" },
    scopes: [...scopes, "read_all_orders"],
    storeUrl: "http://localhost:4000/{shop}",
    ...{ patience, rest: 1 },
  });
});

test.each([
  [{ SHOPIFY_API_KEY: "key" }, "SHOPIFY_API_KEY and SHOPIFY_API_SECRET go together"],
  [{ SHOPIFY_API_SECRET: "secret" }, "SHOPIFY_API_KEY and SHOPIFY_API_SECRET go together"],
  [{ SHOPIFY_SCOPES: "write_orders" }, "SHOPIFY_SCOPES must be scopes that only read"],
  [{ SHOPIFY_API_VERSION: "2024-07" }, "SHOPIFY_API_VERSION must be 2026-01 or newer"],
  [{ SHOPIFY_API_VERSION: "2026-11" }, "SHOPIFY_API_VERSION must be a version of Shopify's Admin API"],
  [{ SHOPIFY_API_VERSION: "unstable" }, "SHOPIFY_API_VERSION must be a version of Shopify's Admin API"],
  [{ SHOPIFY_STORE_URL: "https://shop.example" }, "SHOPIFY_STORE_URL must be an http or https address with {shop}"],
  [{ SHOPIFY_STORE_URL: "{shop}" }, "SHOPIFY_STORE_URL must be an http or https address with {shop}"],
  [{ SHOPIFY_STORE_URL: "ftp://{shop}" }, "SHOPIFY_STORE_URL must be an http or https address with {shop}"],
  [{ SHOPIFY_STORE_URL: "https://{shop}/{shop}" }, "SHOPIFY_STORE_URL must be an http or https address with {shop}"],
  [{ SHOPIFY_STORE_URL: "https://me@{shop}" }, "SHOPIFY_STORE_URL must be an http or https address with {shop}"],
  [
    { SHOPIFY_STORE_URL: "https://x.example/?{shop}" },
    "SHOPIFY_STORE_URL must be an http or https address with {shop}",
  ],
])("%o is a fault", (source, words) => {
  expect(() => readSettings(source)).toThrow(words);
});

test("outside production only this machine is served, unless somebody says otherwise", () => {
  const served = { ...production, PUBLIC_URL: "https://desk.example.com" };
  expect([readSettings({}).host, readSettings({ HOST: "0.0.0.0" }).host]).toEqual(["127.0.0.1", "0.0.0.0"]);
  expect([readSettings(served).host, readSettings({ ...served, HOST: "::1" }).host]).toEqual(["0.0.0.0", "::1"]);
});

test("mail is received where the website listens, or elsewhere", () => {
  const hosts = (source: Record<string, string>) => {
    const { host, smtpHost } = readSettings(source);
    return [host, smtpHost];
  };
  expect(hosts({})).toEqual(["127.0.0.1", "127.0.0.1"]);
  expect(hosts({ HOST: "0.0.0.0" })).toEqual(["0.0.0.0", "0.0.0.0"]);
  expect(hosts({ HOST: "127.0.0.1", SMTP_HOST: "0.0.0.0" })).toEqual(["127.0.0.1", "0.0.0.0"]);
});

import { expect, test } from "vitest";
import { readSettings, type SettingName } from "./env.ts";
import { patience } from "./platform/shopify/admin-api.ts";

test("asks the system's name servers and trusts the usual forwarders by default", () => {
  const { nameServers, trustedRelays, trustedSealers } = readSettings({ DNS_SERVERS: "", TRUSTED_RELAYS: " " });
  expect({ nameServers, trustedRelays }).toEqual({ nameServers: "system", trustedRelays: [] });
  expect(trustedSealers).toContain("google.com");
});

test("does not let a setting change the cost of guessing a password", () => {
  const settings = [
    "PASSWORD_COST",
    "PASSWORDCOST",
    "passwordCost",
    "MEMORY_COST",
    "TIME_COST",
    "NODE_ENV",
    "TEST",
    "VITEST",
  ];
  const source = Object.fromEntries(settings.map((name) => [name, name === "NODE_ENV" ? "test" : "1"]));
  expect(readSettings(source).passwordCost).toEqual({ memoryCost: 19_456, timeCost: 2 });
});

test.each(["open", "invite", "closed", null] as const)("allows sign-up as set, or else as usual: %s", (signUp) => {
  expect(readSettings({ SIGN_UP: signUp ?? " " }).signUp).toBe(signUp);
});

const production = { NODE_ENV: "production", MAIL_DOMAIN: "mail.example.com", SMTP_URL: "smtps://relay.example.com" };
test.each(["http://desk.example.com", "http://10.0.0.5:3000", "HTTP://localhost.example.com"])(
  "refuses to serve production at %s, which others could read on the way",
  (PUBLIC_URL) => {
    expect(() => readSettings({ ...production, PUBLIC_URL })).toThrow("PUBLIC_URL must be https: with http, passwords");
    expect(readSettings({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  },
);

test.each(["https://desk.example.com", "http://localhost:3000", "http://127.0.0.1", "http://[::1]:3000"])(
  "accepts %s in production",
  (PUBLIC_URL) => {
    expect(readSettings({ ...production, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  },
);

test("reads addresses, networks and domains as lists", () => {
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

test("serves metrics only if a port is set, and only to this machine unless more is set", () => {
  expect(readSettings({ METRICS_PORT: " " }).metrics).toBeNull();
  expect(readSettings({ METRICS_PORT: "9464" }).metrics).toEqual({ host: "127.0.0.1", port: 9464 });
  expect(readSettings({ METRICS_PORT: "9464", METRICS_HOST: "::" }).metrics).toEqual({ host: "::", port: 9464 });
});

test("reaches stores at Shopify by default, with its newest version", () => {
  const scopes = ["read_orders", "read_customers"];
  const usual = { app: null, scopes, apiVersion: "2026-10", storeUrl: "https://{shop}", patience, rest: 1 };
  expect(readSettings({ SHOPIFY_API_KEY: " ", SHOPIFY_API_VERSION: "" }).shopify).toEqual(usual);
  const set = readSettings({
    SHOPIFY_API_KEY: "key",
    SHOPIFY_API_SECRET: "secret",
    SHOPIFY_SCOPES: "read_all_orders, read_orders",
    SHOPIFY_API_VERSION: "2026-07",
    SHOPIFY_STORE_URL: "http://localhost:4000/{shop}/",
  });
  expect(set.shopify).toEqual({
    app: { key: "key", secret: "secret" },
    apiVersion: "2026-07",
    scopes: [...scopes, "read_all_orders"],
    storeUrl: "http://localhost:4000/{shop}",
    patience,
    rest: 1,
  });
});

test.each([
  [{ SHOPIFY_API_KEY: "key" }, "SHOPIFY_API_KEY and SHOPIFY_API_SECRET go together"],
  [{ SHOPIFY_API_SECRET: "secret" }, "SHOPIFY_API_KEY and SHOPIFY_API_SECRET go together"],
])("refuses %o alone", (source, words) => {
  expect(() => readSettings(source)).toThrow(words);
});

test("serves only this machine by default outside production", () => {
  const served = { ...production, PUBLIC_URL: "https://desk.example.com" };
  expect([readSettings({}).host, readSettings({ HOST: "0.0.0.0" }).host]).toEqual(["127.0.0.1", "0.0.0.0"]);
  expect([readSettings(served).host, readSettings({ ...served, HOST: "::1" }).host]).toEqual(["0.0.0.0", "::1"]);
});

test("receives mail on the website's host, or on another one", () => {
  const hosts = (source: Record<string, string>) => {
    const { host, smtpHost } = readSettings(source);
    return [host, smtpHost];
  };
  expect(hosts({})).toEqual(["127.0.0.1", "127.0.0.1"]);
  expect(hosts({ HOST: "0.0.0.0" })).toEqual(["0.0.0.0", "0.0.0.0"]);
  expect(hosts({ HOST: "127.0.0.1", SMTP_HOST: "0.0.0.0" })).toEqual(["127.0.0.1", "0.0.0.0"]);
});

const long = "a".repeat(5_000);
const noNumber = ["1e3", "0x10", "-1", "1.5", "many", "99999999999", "1 000", "NaN", "１２"];
const noHost = ["..", "-", "desk.example:3000", "http://desk.example", "a".repeat(300), "10.0.0.256", "a b"];
const noDomain = [
  "-",
  "..",
  ".",
  "a".repeat(300),
  "a..b",
  "-a.example",
  "10.0.0.1",
  "https://a.example",
  "a@b.example",
  "bücher.example",
];
const noNetworks = ["relay.example", "10.0.0.0/33", "10.0.0", "::g", "10.0.0.0-10.0.0.9"];
const noWeb = [
  "http://",
  "https:/desk.example",
  "desk.example",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "http://a b.example",
];
const withPassword = ["https://me@desk.example", "https://me:secret@desk.example", "https://:secret@desk.example"];
const noSite = [
  ...noWeb,
  ...withPassword,
  "https://desk.example/path",
  "https://desk.example?a=1",
  "https://desk.example/#a",
];
const noKey = ["a key", "a\nkey", "ключ", long];
const noChoice = ["yes", "prod", "1", "open,closed", long];

/** Values that no setting accepts; without a line for a new setting the types do not match. */
const absurd: Record<SettingName, readonly string[]> = {
  NODE_ENV: noChoice,
  ROLE: ["all", "web;smtp", "web,mail", ","],
  HOST: noHost,
  PORT: [...noNumber, "65536"],
  SMTP_PORT: [...noNumber, "65536"],
  METRICS_PORT: [...noNumber, "65536"],
  SMTP_HOST: noHost,
  METRICS_HOST: noHost,
  TRUSTED_PROXIES: noNetworks,
  PROXY_COUNT: noNumber,
  PUBLIC_URL: noSite,
  MAIL_DOMAIN: [...noDomain, "a_b.example"],
  DESKHAND_DATA: [long],
  DATABASE_URL: ["postgres://", "mysql://a/b", "localhost", "postgres:desk", "postgres://a:%zz@b/c", long],
  DATABASE_POOL_SIZE: [...noNumber, "1", "201"],
  REQUESTS_PER_PERSON: noNumber,
  DESKHAND_SECRET: [" ".repeat(40), "short", `${" ".repeat(30)}short`],
  SIGN_UP: noChoice,
  SPF_INCLUDE: noDomain,
  SENDING_QUOTA: noNumber,
  OPERATOR_EMAIL: ["ops", "ops@", "@a.example", "a@b@c.example", "ops@a.example, us@a.example"],
  DOCS_URL: [...noWeb, ...withPassword],
  SMTP_URL: [
    "smtp://",
    "smtp://:25",
    "relay.example",
    "https://relay.example",
    "smtp://a:%zz@relay.example",
    "smtps://relay.example/x",
    "smtp://relay.example:0",
    "smtp://relay.example:99999",
  ],
  SMTP_TLS_CERT: [long],
  SMTP_TLS_KEY: [long],
  DNS_SERVERS: ["dns.example", "10.0.0.1:0", "10.0.0.1:99999", "on"],
  INTAKE_MB_PER_HOST: noNumber,
  INTAKE_MB_PER_STORE: noNumber,
  FREE_SPACE_MB: noNumber,
  TRUSTED_RELAYS: noNetworks,
  SMTP_UNLIMITED_HOSTS: noNetworks,
  POSTMASTER_STORE: ["-", "help+abcd1234@desk.example", "abcd123", "abcd12345"],
  ARC_TRUSTED_SEALERS: [...noDomain, "*.example"],
  WEBHOOK_KEY: noKey,
  MAILGUN_SIGNING_KEY: noKey,
  POSTMARK_WEBHOOK_KEY: noKey,
  SENDGRID_WEBHOOK_KEY: noKey,
  CLAMD_URL: ["tcp://", "tcp://clamd", "unix:clamd.sock", "https://clamd:3310", "clamd:3310"],
  POLISH_URL: [...noWeb, ...withPassword],
  POLISH_MODEL: noKey,
  POLISH_API_KEY: noKey,
  SHOPIFY_API_KEY: noKey,
  SHOPIFY_API_SECRET: noKey,
  SHOPIFY_SCOPES: ["write_orders", "orders", "read_"],
  SHOPIFY_API_VERSION: ["unstable", "2024-07", "2026-11", "latest"],
  SHOPIFY_STORE_URL: ["https://shop.example", "{shop}", "https://me@{shop}", "https://:secret@{shop}"],
  GOOGLE_CLIENT_ID: noKey,
  GOOGLE_CLIENT_SECRET: noKey,
  GOOGLE_URL: [...noWeb, ...withPassword],
  TWITTER_CLIENT_ID: noKey,
  TWITTER_CLIENT_SECRET: noKey,
  TWITTER_URL: [...noWeb, ...withPassword],
};

test.each(Object.entries(absurd))("refuses an absurd %s by its name", (name, values) => {
  for (const value of values)
    expect(() => readSettings({ [name]: value }), value).toThrow(
      new RegExp(`^These settings are not right:[^]*\\n  ${name} (?:must|has)`),
    );
});

test("accepts a right value in any form", () => {
  const settings = readSettings({
    HOST: "::",
    SMTP_HOST: "Desk-1.local",
    PORT: " 08080 ",
    PUBLIC_URL: "https://desk.example:8443/",
    MAIL_DOMAIN: "Mail.Example",
    SPF_INCLUDE: "_spf.example.com",
    SMTP_URL: "smtps://me%40a:p%25@relay.example:465?authMethod=LOGIN",
    DATABASE_URL: "postgres:///desk?host=/run/postgresql",
    DOCS_URL: "https://docs.example/help/#start",
  });
  expect(settings).toMatchObject({
    host: "::",
    smtpHost: "desk-1.local",
    port: 8080,
    publicUrl: "https://desk.example:8443",
  });
  expect(settings).toMatchObject({ mailDomain: "mail.example", spfInclude: "_spf.example.com" });
});

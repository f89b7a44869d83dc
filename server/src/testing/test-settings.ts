import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jobPatience, requestPatience } from "../platform/db/pool.ts";
import { defaultBeat } from "../platform/realtime/listen.ts";
import { type Settings, usualStopping } from "../platform/settings.ts";
import { type Patiences, patience } from "../platform/shopify/admin-api.ts";
import { testMailDomain } from "./make-test-tenant.ts";
import { testSecret } from "./test-databases.ts";

/** Waits for a store as long as ever but hardly pauses, so that a test does not wait for nothing. */
export const testPatience: Patiences = {
  person: { ...patience.person, firstPauseMs: 10 },
  watched: { ...patience.watched, firstPauseMs: 10, tries: 5 },
  once: { ...patience.once, timeoutMs: 3_000 },
  job: { ...patience.job, firstPauseMs: 10 },
};

/** Makes settings for a test's server: free ports of this machine, a data folder of its own, mail kept in the outbox. */
export async function testSettings(changes: Partial<Settings> = {}): Promise<Settings> {
  return {
    isProduction: false,
    roles: ["web", "worker"],
    host: "127.0.0.1",
    smtpHost: "127.0.0.1",
    port: 0,
    smtpPort: 0,
    metrics: null,
    publicUrl: "http://desk.test",
    mailDomain: testMailDomain,
    dataDir: await mkdtemp(join(tmpdir(), "deskhand-test-data-")),
    databaseUrl: null,
    databasePoolSize: 10,
    requestPatience,
    jobPatience,
    beat: defaultBeat,
    // It would start in the middle of any test that crosses a full minute.
    isUpkeepScheduled: false,
    stopping: usualStopping,
    // A test asks faster than any person works.
    requestsPerPerson: 0,
    secret: testSecret,
    // A test run hashes thousands; each takes ten milliseconds.
    passwordCost: { memoryCost: 64, timeCost: 1 },
    signUp: null,
    sendingQuota: 0,
    operatorEmail: null,
    docsUrl: null,
    spfInclude: testMailDomain,
    smtpUrl: null,
    smtpTls: null,
    nameServers: "off",
    // No name has an address: a test that needs one provides it.
    outside: { addressesOf: async () => [], placeOf: () => ({ host: "127.0.0.1", port: 9 }) },
    intake: { hostBytesPerDay: 0, storeBytesPerDay: 0 },
    freeSpaceMark: 0,
    proxies: { addresses: ["127.0.0.1"], count: 1 },
    trustedRelays: [],
    trustedSealers: [],
    unlimitedHosts: [],
    postmasterStore: null,
    webhooks: { rawKey: null, mailgunKey: null, postmarkKey: null, sendgridKey: null },
    virusScanner: null,
    polishModel: null,
    // Nobody answers there: a test that needs a store provides one.
    shopify: {
      app: null,
      scopes: ["read_orders", "read_customers"],
      apiVersion: "2026-10",
      storeUrl: "http://127.0.0.1:9/{shop}",
      patience: testPatience,
      rest: 0,
    },
    social: { google: { client: null, url: null }, twitter: { client: null, url: null } },
    ...changes,
  };
}

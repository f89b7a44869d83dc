import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { type AcceptedMail, acceptMail, MailReaders, processMail, recipientResolver } from "../domains/intake/index.ts";
import { domains } from "../domains.ts";
import { urlForRole } from "../platform/db/roles.ts";
import { type Db, openDatabase, type TenantId } from "../platform/db/tenant.ts";
import { setSubscribers } from "../platform/events.ts";
import { openJobQueue } from "../platform/jobs/job-queue.ts";
import { prepareJobQueues } from "../platform/jobs/prepare-job-queues.ts";
import type { Mailer } from "../platform/mailer/mailer.ts";
import type { Services } from "../platform/services.ts";
import type { Settings } from "../platform/settings.ts";
import { queues } from "../worker.ts";
import { makeTestTenant, type TestTenant, type TestTenantOptions, testMailDomain } from "./make-test-tenant.ts";
import { copyTestDatabase, type TestDatabases, testSecret } from "./test-databases.ts";

export { type TestTenant, testMailDomain };

/** A desk on a database of its own, without servers: its tenants are made and its mail is taken in by calls. */
export type TestDesk = {
  services: Services;
  db: Db;
  makeTenant(options?: TestTenantOptions): Promise<TestTenant>;
  /** Takes a mail in as a door would and processes it to its end; the ids of its log entries by tenant. */
  takeIn(mail: Omit<AcceptedMail, "via" | "stream"> & { raw: Buffer | string }): Promise<Map<TenantId, string>>;
  /** Processes a log entry that waits. */
  process(tenantId: TenantId, mailLogId: string, options?: { isLastTry?: boolean }): Promise<void>;
  close(): Promise<void>;
};

/** Opens a desk on a fresh copy of the migrated database. */
export async function openTestDesk(databases: TestDatabases, changed: Partial<Settings> = {}): Promise<TestDesk> {
  const { ownerUrl, drop } = await copyTestDatabase(databases);
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-desk-"));
  const settings: Settings = { ...settingsOf(dataDir), ...changed };
  const log = pino({ level: "silent" });
  const appUrl = urlForRole(ownerUrl, "app", testSecret);
  const db = openDatabase(appUrl, settings.databasePoolSize, () => undefined);
  await asOwner(ownerUrl, (owner) => prepareJobQueues(ownerUrl, owner, queues));
  const jobs = await openJobQueue(appUrl, () => undefined);
  const mailer: Mailer = { send: async () => undefined, close: () => undefined };
  const services: Services = { settings, log, db, jobs, mailer };
  setSubscribers(domains.flatMap(({ subscribers = [] }) => subscribers));
  const readers = new MailReaders();
  const resolve = recipientResolver(db);
  const process: TestDesk["process"] = (tenantId, mailLogId, options) =>
    processMail({ ...services, readers }, { tenantId, mailLogId, isLastTry: true, ...options });
  return {
    services,
    db,
    process,
    makeTenant: (options) => makeTestTenant(ownerUrl, options),
    async takeIn({ raw, ...mail }) {
      const entries = await acceptMail(services, resolve, { ...mail, via: "smtp", stream: once(Buffer.from(raw)) });
      for (const [tenant, id] of entries) await process(tenant, id);
      return entries;
    },
    async close() {
      await jobs.stop();
      await readers.close();
      await db.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function settingsOf(dataDir: string): Settings {
  return {
    isProduction: false,
    roles: ["web", "worker", "smtp"],
    host: "127.0.0.1",
    port: 0,
    smtpPort: 0,
    publicUrl: "http://localhost",
    mailDomain: testMailDomain,
    dataDir,
    databaseUrl: null,
    databasePoolSize: 5,
    secret: testSecret,
    smtpUrl: null,
    smtpTls: null,
    webhooks: { rawKey: null, mailgunKey: null, postmarkKey: null, sendgridKey: null },
    polishModel: null,
  };
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

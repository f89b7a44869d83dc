import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { rm } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { inject } from "vitest";
import type { Db } from "../platform/db/tenant.ts";
import { createLog } from "../platform/log/create-log.ts";
import type { Mailer } from "../platform/mailer/mailer.ts";
import type { Services } from "../platform/services.ts";
import type { Settings } from "../platform/settings.ts";
import { startRoles } from "../serve.ts";
import { makeTestTenant, type TestTenant, type TestTenantOptions } from "./make-test-tenant.ts";
import { type Browser, openBrowser } from "./open-browser.ts";
import { asOwner } from "./store/as-owner.ts";
import { type Intake, intakeOf } from "./take-in.ts";
import { copyTestDatabase, type TestDatabases } from "./test-databases.ts";
import { testSettings } from "./test-settings.ts";

/** Settings that differ from `testSettings`, and what else may differ. */
type DeskOptions = Partial<Settings> & {
  /** Sends mail instead of the settings' mailer. */
  mailer?: Mailer;
  /** The databases to use outside a test run. */
  databases?: TestDatabases;
  /** Prepares the database before anything starts. */
  prepare?: (ownerUrl: string) => Promise<void>;
  /** Receives every logged line, as in production. */
  onLine?: (line: string) => void;
};

/** A whole Deskhand on a database of its own. */
export type Desk = Intake & {
  /** The address of its website, if it has that role. */
  url: string;
  /** The port of its SMTP receiver; null without the role. */
  smtpPort: number | null;
  /** The port of its metrics; null if it has none. */
  metricsPort: number | null;
  services: Services;
  db: Db;
  ownerUrl: string;
  /** Every route there is, as `GET /health`. */
  routes: string[];
  /** Opens a browser in which nobody is signed in. */
  visit(): Browser;
  /** Makes a store without a sign-up. */
  makeTenant(options?: TestTenantOptions): Promise<TestTenant>;
  /** Runs a statement as the database's owner, who sees one tenant's rows, or without a tenant only global tables. */
  asOwner<Row extends pg.QueryResultRow>(sql: string, values?: unknown[], tenant?: string): Promise<Row[]>;
  /** Returns all errors logged so far; those returned here do not fail `stop`. */
  takeErrors(): unknown[];
  /** Stops the server and drops its database; fails if an error was logged that no test took. */
  stop(): Promise<void>;
};

/**
 * Opens a desk on a copy of the prepared database and on free ports of this machine: website and worker by default, or the given
 * `roles`, never the schedules. Without roles it serves nothing and runs only the jobs that the test calls.
 */
export async function openDesk({ mailer, databases, prepare, onLine, ...changes }: DeskOptions = {}): Promise<Desk> {
  const database = await copyTestDatabase(databases ?? inject("testDatabases"));
  await prepare?.(database.ownerUrl);
  const settings = await testSettings(changes);
  const errors: unknown[] = [];
  const log = createLog(
    { level: onLine ? "info" : "error" },
    {
      write(line) {
        onLine?.(line);
        errors.push(...errorIn(line));
      },
    },
  );
  const routes: string[] = [];
  const server = await recordRoutes(routes, () => startRoles(settings, database.ownerUrl, log, mailer));
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  // A test that cuts all connections cuts these too; the next statement gets a new one.
  owner.on("error", () => undefined);
  const url = `http://127.0.0.1:${server.httpPort}`;
  const intake = intakeOf(server.services);
  return {
    ...intake,
    url,
    smtpPort: server.smtpPort,
    metricsPort: server.metricsPort,
    services: server.services,
    db: server.services.db,
    ownerUrl: database.ownerUrl,
    routes,
    visit: () => openBrowser(url, settings.publicUrl),
    makeTenant: (options) => makeTestTenant((...args) => asOwner(owner, ...args), options),
    asOwner: (sql, values, tenant) => asOwner(owner, sql, values, tenant),
    takeErrors: () => errors.splice(0),
    async stop() {
      await server.stop();
      await intake.close();
      await owner.end();
      await database.drop();
      await rm(settings.dataDir, { recursive: true, force: true });
      if (errors.length > 0) throw new Error(`The server logged errors: ${JSON.stringify(errors, null, 2)}`);
    },
  };
}

/** Records every route while the server is being made, so that none can escape the list. */
async function recordRoutes<T>(routes: string[], start: () => Promise<T>): Promise<T> {
  const onServer = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method, url }) => {
      for (const verb of [method].flat()) if (verb !== "HEAD") routes.push(`${verb} ${url}`);
    });
  };
  subscribe("fastify.initialization", onServer);
  try {
    return await start();
  } finally {
    unsubscribe("fastify.initialization", onServer);
  }
}

/** Picks the errors: a child logger may write warnings as well. */
function errorIn(line: string): unknown[] {
  const entry: { level: number } = JSON.parse(line);
  return entry.level >= 50 ? [entry] : [];
}

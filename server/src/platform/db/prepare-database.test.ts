import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { copyTestDatabase, emptyTestDatabase, type TestDatabase, testSecret } from "../../testing/test-databases.ts";
import { queues } from "../../worker.ts";
import { StartFault } from "../start/start-notices.ts";
import { earlierMigrations } from "./history/earlier-migrations.ts";
import { migrate } from "./migrate.ts";
import { prepareDatabase, settleSecret, withPreparingLock } from "./prepare-database.ts";
import { describeAccess, restoreAccess } from "./restore-access.ts";
import { databaseRoles, urlForRole } from "./roles.ts";

// Each fault is one line that says what to do, and changes nothing.

const databases = inject("testDatabases");
const otherSecret = "another secret, of thirty-two letters";

let database: TestDatabase;
let owner: pg.Client;
beforeEach(async () => {
  database = await copyTestDatabase(databases);
  owner = await connect(database.ownerUrl);
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Returns the line with which the start fails. */
async function faultOf(work: Promise<unknown>): Promise<string> {
  const fault = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StartFault);
  const { message } = fault as StartFault;
  expect(message).not.toContain("\n");
  return message;
}

/** Signs in like the server and checks what it must be able to do. */
async function expectServable(ownerUrl: string): Promise<void> {
  const app = await connect(urlForRole(ownerUrl, "app", testSecret));
  await app.query("select * from inbound_addresses");
  await app.end();
}

const newly = (set: string) => ({ set, path: "/nowhere", isNew: true });

test("leaves a newer database unchanged", async () => {
  await owner.query("insert into schema_migrations (name, sha256) values ('9998_a.sql', ''), ('9999_b.sql', '')");
  expect(await faultOf(prepareDatabase(database.ownerUrl, otherSecret, []))).toMatch(/^The secret is not the one/);
  expect(await faultOf(prepareDatabase(database.ownerUrl, testSecret, []))).toBe(
    "The database belongs to a newer Deskhand: its migration 9998_a.sql and 1 more are not known here, and nothing in it was changed. " +
      "Start that version again, or restore a backup of this one into a new installation",
  );
});

test.each([
  ["0002_people.sql", "name = name, sha256 = ''", "0002_people.sql ran with another text than it has here"],
  ["0002_people.sql", "name = '0001_people.sql'", "0001_people.sql is called 0002_people.sql here"],
  ["0002_people.sql", "name = '0001_people.sql', sha256 = ''", "0001_people.sql is not known here"],
])("%s of a version between releases, where it was %s, is reported and changes nothing", async (name, change, what) => {
  await owner.query(`update schema_migrations set ${change} where name = $1`, [name]);
  const ran = "select * from schema_migrations order by name";
  const { rows: before } = await owner.query(ran);
  expect(await faultOf(prepareDatabase(database.ownerUrl, testSecret, []))).toBe(
    `The database was made by a Deskhand between two releases, and nothing in it was changed: its migration ${what}. Only what a release was made with comes along. ` +
      "Start the version that made it again: its npm run export gives each store as plain files; this version takes a backup that a release made (docs/self-hosting.md, Upgrades)",
  );
  expect((await owner.query(ran)).rows).toEqual(before);
});

test("accepts a migration that ran under another number or text before the first release", async () => {
  const names = "select name, sha256 from schema_migrations order by name";
  const { rows: before } = await owner.query(names);
  for (const { now, name, sha256 } of earlierMigrations)
    await owner.query("update schema_migrations set name = $2, sha256 = $3 where name = $1", [now, name, sha256]);
  await prepareDatabase(database.ownerUrl, testSecret, queues);
  expect((await owner.query(names)).rows).toEqual(before);
});

test("another secret changes no password, neither of its own installation nor of another on the server", async () => {
  expect(await faultOf(prepareDatabase(database.ownerUrl, otherSecret, []))).toMatch(
    /^The secret is not the one that this installation was made with, and nothing that it keeps was changed\. .*secret-key.*--new-secret/,
  );
  const empty = await emptyTestDatabase(databases);
  onTestFinished(() => empty.drop());
  expect(await faultOf(prepareDatabase(empty.ownerUrl, otherSecret, []))).toMatch(
    /^The role deskhand_app of this PostgreSQL server has the password of another secret, and nothing that is kept was changed\. /,
  );
  const client = await connect(empty.ownerUrl);
  expect((await client.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await client.end();
  await expectServable(database.ownerUrl);
});

test("replaces a lost secret", async () => {
  // Its key has been replaced. Roles are shared by all tests, so their passwords stay.
  await owner.query("update installation_keys set private_key = 'sealed under another one'");
  expect(await faultOf(prepareDatabase(database.ownerUrl, testSecret, []))).toMatch(/^The secret is not the one/);
  expect(await settleSecret(database.ownerUrl, newly(testSecret))).toBe(testSecret);
  await prepareDatabase(database.ownerUrl, testSecret, []);
  await expectServable(database.ownerUrl);
});

test("stores a new secret only if the database accepts it, and only one for concurrent starts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "deskhand-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lost = { set: null, path: join(folder, "secret-key"), isNew: false };
  expect(await faultOf(settleSecret(database.ownerUrl, lost))).toMatch(/^The secret is not the one/);
  const empty = await emptyTestDatabase(databases);
  onTestFinished(() => empty.drop());
  expect(await faultOf(settleSecret(empty.ownerUrl, lost))).toMatch(/^The role deskhand_app of this PostgreSQL server/);
  expect(await readdir(folder)).toEqual([]);

  // The second one finds the first one's secret.
  await writeFile(lost.path, testSecret);
  const together = [1, 2, 3].map(() => settleSecret(database.ownerUrl, lost));
  expect(await Promise.all(together)).toEqual([testSecret, testSecret, testSecret]);
  expect(await readdir(folder)).toEqual(["secret-key"]);
});

test("does not replace the secret of a running process, in this database or another of the server", async () => {
  const empty = await emptyTestDatabase(databases);
  const running = await connect(urlForRole(database.ownerUrl, "app", testSecret));
  try {
    for (const secret of [otherSecret, testSecret])
      expect(await faultOf(settleSecret(database.ownerUrl, newly(secret)))).toBe(
        "Deskhand runs on this database: stop it first. Nothing was changed",
      );
    expect(await faultOf(settleSecret(empty.ownerUrl, newly(otherSecret)))).toMatch(
      /^Another Deskhand runs on this PostgreSQL server, .* Nothing was changed$/,
    );
    await expectServable(database.ownerUrl);
  } finally {
    await running.end();
    await empty.drop();
  }
});

/** Copies our migrations and adds one. */
async function migrationsAnd(name: string, sql: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "deskhand-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(new URL("../../../../db/migrations/", import.meta.url), folder, { recursive: true });
  await writeFile(join(folder, name), sql);
  return pathToFileURL(`${folder}/`);
}

test("a waiting start says what it waits for", async () => {
  const folder = await migrationsAnd(
    "9999_more.concurrent.sql",
    "create index concurrently more on clients (store_name);",
  );
  const notices: Record<"builds" | "waits", string[]> = { builds: [], waits: [] };
  const notice = (who: keyof typeof notices) => ({ afterMs: 300, tell: (words: string) => notices[who].push(words) });
  await owner.query("begin; lock table clients in row exclusive mode");
  const build = (preparer: pg.Client) => migrate(preparer, testSecret, { folder, notice: notice("builds") });
  const building = withPreparingLock(database.ownerUrl, build);
  await expect.poll(() => notices.builds).toHaveLength(1);
  const waiting = withPreparingLock(database.ownerUrl, async () => "done", notice("waits"));
  await expect.poll(() => notices.waits).toHaveLength(1);
  await owner.query("commit");
  await building;
  expect(await waiting).toBe("done");
  expect(notices).toEqual({
    builds: [
      expect.stringMatching(/^The migration 9999_more\.concurrent\.sql takes long: .* a backup or a long query/),
    ],
    waits: ["Another process prepares this database: waiting until it is done"],
  });
});

test("reports why a migration and a function failed", async () => {
  const folder = await migrationsAnd(
    "9999_fails.sql",
    "create table twins (n int);\ninsert into twins values (1), (1);\nalter table twins add unique (n);",
  );
  expect(await faultOf(migrate(owner, testSecret, { folder }))).toBe(
    'The migration 9999_fails.sql failed and left nothing behind: could not create unique index "twins_n_key" (Key (n)=(1) is duplicated.)',
  );
  expect((await owner.query("select to_regclass('twins') as found")).rows).toEqual([{ found: null }]);
});

// A database server provided for the tests may not let us be superuser.
test.skipIf(process.env.TEST_DATABASE_URL)("reports tables of another owner with the solution", async () => {
  const admin = new URL(databases.adminUrl);
  admin.pathname = new URL(database.ownerUrl).pathname;
  const superuser = await connect(admin.href);
  await superuser.query("create role stranger; alter table schema_migrations owner to stranger");
  try {
    expect(await faultOf(prepareDatabase(database.ownerUrl, testSecret, []))).toMatch(
      /^The tables in the database deskhand_test_\w+ belong to the role stranger, not to deskhand_owner: .*reassign owned by/,
    );
  } finally {
    await superuser.query("drop owned by stranger; drop role stranger");
    await superuser.end();
  }
});

test("restores the access that a dump restored without roles has lost", async () => {
  const access = await describeAccess(owner);
  expect(access.length).toBeGreaterThan(150);
  expect(await restoreAccess(owner)).toEqual([]);
  const roles = Object.values(databaseRoles).join(", ");
  await owner.query(`
    revoke all on schema public from ${roles};
    revoke all on all tables in schema public from ${roles};
    revoke all on all routines in schema public from ${roles};
    grant execute on all routines in schema public to public`);
  for (const statement of access) {
    const [, policy] = /^create policy (\S+ on \S+)/.exec(statement) ?? [];
    if (policy) await owner.query(`drop policy ${policy}`);
  }
  expect(await describeAccess(owner)).toEqual([]);
  await prepareDatabase(database.ownerUrl, testSecret, []);
  expect(await describeAccess(owner)).toEqual(access);
  await expectServable(database.ownerUrl);
});

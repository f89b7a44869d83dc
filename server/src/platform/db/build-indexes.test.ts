import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { watchLongLocks } from "../../testing/store/long-locks.ts";
import { copyTestDatabase, type TestDatabase } from "../../testing/test-databases.ts";
import { runMigration } from "./migrate.ts";
import { withPreparingLock } from "./prepare-database.ts";

let database: TestDatabase;
const clients: pg.Client[] = [];
beforeEach(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  client.on("error", () => undefined); // The test ends one of them.
  await client.connect();
  clients.push(client);
  return client;
}

const concurrent = (sql: string) => ({ name: "9999_more.concurrent.sql", sql, sha256: "x" });
const migration = concurrent("-- Found by it; soon.\ncreate index concurrently more on clients (store_name);\n");
const state = `select (select indisvalid from pg_index where indexrelid = to_regclass('more')) as "isWhole",
  (select count(*)::int from schema_migrations where name like '9999%') as noted`;
const stateOf = async (client: pg.Client) => (await client.query(state)).rows[0];

/** A writer with an open transaction. */
async function writeOn(): Promise<pg.Client> {
  const writer = await connect();
  await writer.query("begin; lock table clients in row exclusive mode");
  return writer;
}

test("others write while an index is built, another start waits, and both finish once the earlier writer has", async () => {
  const [writer, other] = [await writeOn(), await connect()];
  const first = withPreparingLock(database.ownerUrl, (owner) => runMigration(owner, migration));
  await expect.poll(() => stateOf(other)).toEqual({ isWhole: false, noted: 0 });
  const second = withPreparingLock(database.ownerUrl, stateOf);
  for (let turn = 0; turn < 5; turn += 1) {
    await other.query("begin; lock table clients in row exclusive mode; commit");
  }
  await writer.query("commit");
  await first;
  expect(await second).toEqual({ isWhole: true, noted: 1 });
});

test("rebuilds an index that a killed process left half built", async () => {
  const [writer, owner, other] = [await writeOn(), await connect(), await connect()];
  const running = runMigration(owner, migration);
  const failed = expect(running).rejects.toThrow("The migration 9999_more.concurrent.sql failed and is begun again");
  await expect.poll(() => stateOf(other)).toEqual({ isWhole: false, noted: 0 });
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'create index concurrently%' and datname = current_database()`,
  );
  await failed;
  await writer.query("commit");
  expect(await stateOf(other)).toEqual({ isWhole: false, noted: 0 });
  await runMigration(other, migration);
  expect(await stateOf(other)).toEqual({ isWhole: true, noted: 1 });
  // The process may be killed between the last index and the record.
  await other.query("delete from schema_migrations where name like '9999%'");
  await runMigration(other, migration);
  expect(await stateOf(other)).toEqual({ isWhole: true, noted: 1 });
  await runMigration(other, {
    ...concurrent("drop index concurrently if exists more"),
    name: "9999_less.concurrent.sql",
  });
  expect(await stateOf(other)).toEqual({ isWhole: null, noted: 2 });
});

test("drops a unique index that cannot be built, so that it rejects no writes", async () => {
  const owner = await connect();
  const add = "insert into things values ('twice')";
  await owner.query(`create table things (name text); ${add}; ${add}`);
  const unique = concurrent("create unique index concurrently more on things (name)");
  await expect(runMigration(owner, unique)).rejects.toThrow(
    /failed and is begun again .*could not create unique index/,
  );
  expect(await stateOf(owner)).toEqual({ isWhole: null, noted: 0 });
  await owner.query(add);
});

test("refuses statements that need a transaction before running any", async () => {
  const owner = await connect();
  const mixed = concurrent(`${migration.sql} update clients set store_name = 'x';`);
  await expect(runMigration(owner, mixed)).rejects.toThrow(
    "it may only build and drop indexes concurrently, not update clients set store_name = 'x'",
  );
  expect(await stateOf(owner)).toEqual({ isWhole: null, noted: 0 });
});

const brief = [
  "alter table customers add column more text",
  "alter table customers add column more int not null default 7",
  "alter table customers add constraint more check (email <> '') not valid",
  "create table more (client_id uuid not null references clients (id), id uuid primary key)",
  "alter table customers alter column email set statistics 500",
];
const long = {
  "alter table customers add column more text generated always as (lower(email)) stored": ["writes customers anew"],
  "alter table customers alter column total_orders type bigint": ["writes customers anew"],
  "alter table customers add column more timestamptz not null default clock_timestamp()": ["writes customers anew"],
  "create index more on customers (client_id); drop index more; create index more on customers (email)": [
    "holds up who writes while it builds customers.more",
  ],
  "create index more on customers (client_id, email)": ["holds up who writes while it builds customers.more"],
  "alter table customers add constraint more unique (client_id, id, email)": [
    "holds up who writes while it builds customers.more",
  ],
};

test("finds migrations that lock a table for long, and no others", async () => {
  const owner = await connect();
  const found = async (sql: string) => {
    const find = await watchLongLocks(owner);
    await owner.query(`begin; ${sql}`);
    const locks = await find(false);
    await owner.query("rollback");
    return locks;
  };
  for (const sql of brief) expect([sql, await found(sql)]).toEqual([sql, []]);
  for (const [sql, locks] of Object.entries(long)) expect([sql, await found(sql)]).toEqual([sql, locks]);
});

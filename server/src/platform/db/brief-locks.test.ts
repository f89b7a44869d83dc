import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { copyTestDatabase, type TestDatabase } from "../../testing/test-databases.ts";
import { runMigration } from "./migrate.ts";

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
  await client.connect();
  clients.push(client);
  return client;
}

const migration = { name: "9999_one_more.sql", sql: "alter table clients add column one_more text", sha256: "x" };
const hasColumn = async (client: pg.Client) =>
  (await client.query("select from pg_attribute where attname = 'one_more' and attrelid = 'clients'::regclass"))
    .rowCount;

/** A reader with an open transaction: a backup, a long query. */
async function useTable(): Promise<pg.Client> {
  const user = await connect();
  await user.query("begin");
  await user.query("select count(*) from clients");
  return user;
}

test("others keep using a table while a migration waits for it, and it runs once the table is free", async () => {
  const [user, owner, other] = [await useTable(), await connect(), await connect()];
  const running = runMigration(owner, migration, { lockMs: 200, pauseMs: 200, tries: 100 });
  const waiting = "select from pg_locks where not granted and relation = 'clients'::regclass";
  await expect.poll(async () => (await other.query(waiting)).rowCount, { interval: 10 }).toBe(1);
  // Would queue behind a migration that kept waiting.
  for (let turn = 0; turn < 5; turn += 1) await other.query("select count(*) from clients");
  expect(await hasColumn(other)).toBe(0);
  await user.query("commit");
  await running;
  expect(await hasColumn(other)).toBe(1);
});

test("a migration whose table is never free says so and changes nothing", async () => {
  const [, owner] = [await useTable(), await connect()];
  const running = runMigration(owner, migration, { lockMs: 50, pauseMs: 10, tries: 3 });
  await expect(running).rejects.toThrow(
    "The migration 9999_one_more.sql failed and left nothing behind: others kept using what it changes; start again when a backup or a long query is over",
  );
  expect(await hasColumn(owner)).toBe(0);
  await owner.query("select 1");
});

test("does not retry after other errors", async () => {
  const owner = await connect();
  const sql = "select nextval('tries'); select 1 / 0";
  await owner.query("create sequence tries");
  await expect(runMigration(owner, { ...migration, sql })).rejects.toThrow("division by zero");
  expect((await owner.query("select last_value from tries")).rows).toEqual([{ last_value: "1" }]);
});

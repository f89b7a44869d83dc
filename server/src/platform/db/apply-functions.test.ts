import { cp, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { copyTestDatabase, type TestDatabase } from "../../testing/test-databases.ts";
import { applyFunctions } from "./apply-functions.ts";

const original = new URL("../../../../db/functions/", import.meta.url);

let database: TestDatabase;
let client: pg.Client;
let folder: string;
beforeAll(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "functions-"));
  await cp(original, folder, { recursive: true });
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const write = (name: string, sql: string) => writeFile(join(folder, "platform", name), sql);
const apply = () => applyFunctions(client, pathToFileURL(`${folder}/`));
const ask = async (sql: string) => (await client.query({ text: sql, rowMode: "array" })).rows.flat();
const versions = () =>
  ask("select oid || ' ' || xmin from pg_proc union all select oid || ' ' || xmin from pg_trigger");
const called = (name: string) =>
  ask(`select oid::regprocedure::text from pg_proc where proname = '${name}' order by 1`);

test("every function and procedure is defined by exactly one file", async () => {
  const inDatabase = await ask(
    `select proname::text from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`,
  );
  expect(await ask("select unnest(names) from schema_functions order by 1")).toEqual(inDatabase);
});

test("applies only changed files", async () => {
  const before = await versions();
  expect(await apply()).toEqual([]);
  expect(await versions()).toEqual(before);
  await write(
    "iso.sql",
    "create or replace function iso(at timestamptz) returns text language sql immutable return 'never';",
  );
  expect(await apply()).toEqual(["iso.sql"]);
  expect(await ask("select iso(now())")).toEqual(["never"]);
  expect(await versions()).toHaveLength(before.length);
});

test("a file that another domain takes over is not applied again", async () => {
  await apply();
  const before = await versions();
  await rename(join(folder, "platform/iso.sql"), join(folder, "tickets/iso.sql"));
  expect(await apply()).toEqual([]);
  expect(await versions()).toEqual(before);
});

test("writers of the triggers' tables are delayed briefly, without deadlock", async () => {
  const trigger = (table: string) =>
    `create or replace trigger two_on_${table} before insert on ${table} for each row execute function two();`;
  await write(
    "two.sql",
    `create or replace function two() returns trigger language plpgsql as 'begin return new; end';
${trigger("help_uses")}
${trigger("clients")}`,
  );
  const other = new pg.Client({ connectionString: database.ownerUrl });
  await other.connect();
  await other.query("begin; lock table clients in row exclusive mode");
  const applying = apply();
  const lockSql = "select from pg_locks where relation = 'help_uses'::regclass and mode = 'ShareRowExclusiveLock'";
  await expect.poll(async () => (await other.query(lockSql)).rowCount, { interval: 5 }).toBe(1);
  await other.query("lock table help_uses in row exclusive mode");
  await other.query("commit");
  await other.end();
  expect(await applying).toContain("two.sql");
});

test("replaces a function with other parameters or result, and drops a removed file's", async () => {
  await write("greet.sql", "create function greet(name text) returns text language sql return 'Hello ' || name;");
  await apply();
  await write(
    "greet.sql",
    "create or replace function greet(name text, n int) returns text language sql return name || n; revoke all on function greet from public;",
  );
  await apply();
  expect(await called("greet")).toEqual(["greet(text,integer)"]);
  await write(
    "greet.sql",
    "create or replace function greet(name text, times int) returns int language sql return times;",
  );
  await apply();
  expect(await ask("select greet('Ann', 3)")).toEqual([3]);
  await rm(join(folder, "platform/greet.sql"));
  await apply();
  expect(await called("greet")).toEqual([]);
});

test("replaces a trigger with its file, and drops it with its function", async () => {
  const trigger = (when: string) =>
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create or replace trigger refused ${when} on raw_mails for each row execute function refuse();`;
  const triggers = () => ask("select pg_get_triggerdef(oid) from pg_trigger where tgname = 'refused'");
  await write("refuse.sql", trigger("before insert"));
  await apply();
  await write("refuse.sql", trigger("before delete"));
  await apply();
  expect(await triggers()).toEqual([expect.stringContaining("BEFORE DELETE")]);
  await rm(join(folder, "platform/refuse.sql"));
  await apply();
  expect([await triggers(), await called("refuse")]).toEqual([[], []]);
});

test("a failing file changes nothing and is named", async () => {
  await apply();
  const before = await versions();
  await write("aaa.sql", "create function aaa() returns int language sql return 1;");
  await write("bbb.sql", "create function bbb() returns int language sql return missing();");
  await expect(apply()).rejects.toThrow("bbb.sql of db/functions failed");
  expect(await versions()).toEqual(before);
});

test("does not drop a removed file's function that an index needs", async () => {
  await rm(join(folder, "knowledge/article-text.sql"));
  await expect(apply()).rejects.toMatchObject({ cause: { code: "2BP01" } });
  expect(await called("article_text")).toHaveLength(1);
});

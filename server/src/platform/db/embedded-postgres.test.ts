import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const started: EmbeddedPostgres[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "deskhand-test-"));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable });
  started.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

const serverPid = (dataDir: string) => Number(readFileSync(join(dataDir, "pg/postmaster.pid"), "utf8").split("\n")[0]);

test("a first start makes everything, a second finds it again, and a stop leaves nothing running", async () => {
  const dataDir = join(makeFolder(), 'it\'s "a" data, dir');
  const first = await start(dataDir);
  expect(first.adopted).toBe(false);
  await query(first.ownerUrl, "create table kept as select 7 as n");
  const role = "select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user";
  expect(await query(first.ownerUrl, role)).toEqual([false, false, true]);
  await query(first.ownerUrl, "create extension pg_trgm");
  expect(await query(first.ownerUrl, "select lower('ÄÉŁ'), show_trgm('ñ') <> '{}'")).toEqual(["äéł", true]);
  expect(await query(first.ownerUrl, "show listen_addresses")).toEqual([""]);
  await first.stop();
  expect(existsSync(join(dataDir, "pg/postmaster.pid"))).toBe(false);

  const second = await start(dataDir);
  expect(await query(second.ownerUrl, "select n from kept")).toEqual([7]);
});

test("a server that was killed recovers", async () => {
  const dataDir = makeFolder();
  const killed = await start(dataDir, true);
  await query(killed.ownerUrl, "create table kept as select 7 as n");
  process.kill(serverPid(dataDir), "SIGKILL");
  const next = await start(dataDir, true);
  expect(next.adopted).toBe(false);
  expect(await query(next.ownerUrl, "select n from kept")).toEqual([7]);
});

test("a server that still runs is adopted, and stops only with the last process that uses it", async () => {
  const dataDir = makeFolder();
  const first = await start(dataDir);
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(second.adopted).toBe(true);
  await second.stop();
  expect(await query(first.ownerUrl, "select 1")).toEqual([1]);
});

test("an interrupted initialisation is begun anew", async () => {
  const dataDir = makeFolder();
  mkdirSync(join(dataDir, "pg.new-1"));
  writeFileSync(join(dataDir, "pg.new-1/PG_VERSION"), "18\n");
  writeFileSync(join(dataDir, "pg.new-1.password"), "half");
  const server = await start(dataDir);
  expect(await query(server.ownerUrl, "select current_database()")).toEqual(["deskhand"]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("pg.new-1"))).toEqual([]);
});

test("a path too long for a socket gets a short one, found again after a kill", async () => {
  const dataDir = join(makeFolder(), "long".repeat(25));
  const server = await start(dataDir);
  expect(server.socketDir.length).toBeLessThan(90);
  folders.push(server.socketDir);
  process.kill(serverPid(dataDir), "SIGKILL");
  const next = await start(dataDir);
  expect(next.socketDir).toBe(server.socketDir);
});

test("a directory that cannot be written, another version's data and missing programs are named in one line", async () => {
  const dataDir = makeFolder();
  writeFileSync(join(dataDir, "file"), "");
  await expect(start(join(dataDir, "file/data"))).rejects.toThrow(
    /^Cannot write to the data directory .*DESKHAND_DATA\.$/,
  );
  await expect(startEmbeddedPostgres({ dataDir, binDir: dataDir })).rejects.toThrow(/initdb is missing/);
  mkdirSync(join(dataDir, "pg"));
  writeFileSync(join(dataDir, "pg/PG_VERSION"), "15\n");
  await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 15 and cannot be opened by PostgreSQL 18/);
});

test.runIf(process.getuid?.() === 0)("root's closed folder sends the database to one its user can enter", async () => {
  const closed = makeFolder();
  chmodSync(closed, 0o700);
  const dataDir = join(closed, "data");
  const server = await start(dataDir);
  const home = execFileSync("readlink", [join(dataDir, "pg-home")], { encoding: "utf8" }).trim();
  folders.push(home);
  await query(server.ownerUrl, "create table kept as select 7 as n");
  await server.stop();
  const next = await start(dataDir);
  expect(await query(next.ownerUrl, "select n from kept")).toEqual([7]);
});

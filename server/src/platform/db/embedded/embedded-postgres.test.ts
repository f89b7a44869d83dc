import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const started: EmbeddedPostgres[] = [];
const folders: string[] = [];
/** A data directory with a database that was shut down properly. */
const prepared = mkdtempSync(join(tmpdir(), "deskhand-test-"));

beforeAll(async () => {
  chmodSync(prepared, 0o711);
  await (await startEmbeddedPostgres({ dataDir: prepared, durable: false })).stop();
});
afterAll(() => rmSync(prepared, { recursive: true }));

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

/** Copies a prepared database: creating each takes longer than most tests. */
function makeDatabase(dataDir = join(makeFolder(), "data")): string {
  copyFolder(prepared, dataDir);
  return dataDir;
}

async function start(dataDir: string, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable });
  started.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // The query fails too.
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Copies a folder like a person would; skips files that vanish meanwhile. */
function copyFolder(from: string, to: string, ...flags: string[]): void {
  spawnSync("cp", ["-a", ...flags, from, to]);
}

const serverPid = (dataDir: string) => Number(readFileSync(join(dataDir, "pg/postmaster.pid"), "utf8").split("\n")[0]);

test("a first start creates everything, a second reuses it, and a stop leaves nothing running", async () => {
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

test("adopts a running server, restarts it when it goes down, and stops it only with its last user", async () => {
  const dataDir = makeDatabase();
  const first = await start(dataDir, true);
  const second = await start(dataDir, true);
  expect(second.adopted).toBe(true);
  await query(first.ownerUrl, "create table kept as select 7 as n");
  const users = () =>
    query(first.superuserUrl, "select count(*)::int from pg_locks where objid = 717001").catch(() => []);

  // A server process dies: the server recovers by itself and forgets its users.
  const server = serverPid(dataDir);
  const [backend] = await query(
    first.superuserUrl,
    "select pid from pg_stat_activity where backend_type = 'walwriter'",
  );
  process.kill(Number(backend), "SIGKILL");
  await expect.poll(users).toEqual([2]);
  expect(serverPid(dataDir)).toBe(server);

  // The server itself dies, as when the system runs out of memory.
  process.kill(server, "SIGKILL");
  await expect.poll(users).toEqual([2]);
  expect(serverPid(dataDir)).not.toBe(server);
  await first.stop();
  expect(await query(second.ownerUrl, "select n from kept")).toEqual([7]);

  // A process that starts while the last one stops the server starts it again.
  const [third] = await Promise.all([start(dataDir, true), second.stop()]);
  expect(await query(third.ownerUrl, "select n from kept")).toEqual([7]);
  await third.stop();
  expect(existsSync(join(dataDir, "pg/postmaster.pid"))).toBe(false);
}, 240_000);

test("ignores lock files of dead servers", async () => {
  const dataDir = makeDatabase();
  const cluster = join(dataDir, "pg");
  const lock = join(cluster, "postmaster.pid");
  const first = await start(dataDir);
  const left = readFileSync(lock, "utf8").split("\n").slice(1);
  await first.stop();
  const other = makeDatabase();
  await start(other);
  // Another program and another database now have its process id; a full disk left an empty file.
  const lockTexts = [[process.pid, ...left].join("\n"), [serverPid(other), ...left].join("\n"), ""];
  for (const text of lockTexts) {
    writeFileSync(lock, text);
    writeFileSync(join(cluster, ".s.PGSQL.5432.lock"), text);
    const next = await start(dataDir);
    expect(next.adopted).toBe(false);
    await next.stop();
  }
});

/** Waits until a server with another process id accepts connections. */
async function isStartedAgain(url: string, dataDir: string, pid: number): Promise<void> {
  const isAnother = () => query(url, "select 1").then(() => serverPid(dataDir) !== pid, String);
  await expect.poll(isAnother, { interval: 100 }).toBe(true);
}

test("stops a server at once when it was told to stop, and restarts it, except for processes about to leave", async () => {
  const dataDir = makeDatabase();
  const { superuserUrl } = await start(dataDir);
  const before = serverPid(dataDir);
  process.kill(before, "SIGTERM");
  // It refuses connections meanwhile.
  await isStartedAgain(superuserUrl, dataDir, before);

  const other = makeDatabase();
  const left = await startEmbeddedPostgres({ dataDir: other, durable: false, leaving: Promise.resolve() });
  const inHand = new pg.Client({ connectionString: left.superuserUrl });
  await inHand.connect();
  process.kill(serverPid(other), "SIGTERM");
  await expect.poll(() => query(left.superuserUrl, "select 1").catch(String)).toContain("shutting down");
  // A server told so later would have been restarted by now.
  const later = serverPid(dataDir);
  process.kill(later, "SIGTERM");
  await isStartedAgain(superuserUrl, dataDir, later);
  expect((await inHand.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await inHand.end();
  await left.stop();
  expect(existsSync(join(other, "pg/postmaster.pid"))).toBe(false);
});

test("names a lock file that cannot be read", async () => {
  const dataDir = makeDatabase();
  // Root can read any mode, so use another kind of error.
  const lock = join(dataDir, "pg/postmaster.pid");
  mkdirSync(lock);
  await expect(start(dataDir)).rejects.toThrow(
    /^Cannot read .*pg\/postmaster\.pid \(EISDIR[^\n]*\), which says whether the database runs: [^\n]+$/,
  );
  rmSync(lock, { recursive: true });
});

test("a copy of a data directory never uses the original's server", async () => {
  const [dataDir, parent] = [makeDatabase(), makeFolder()];
  const copy = join(parent, "copy");
  const original = await start(dataDir);
  await query(original.ownerUrl, "create table kept as select 7 as n");
  await query(original.superuserUrl, "checkpoint");
  copyFolder(dataDir, copy);
  const server = serverPid(dataDir);
  await expect(start(copy)).rejects.toThrow(/pg is a copy of .*\/pg, made while that ran, which it does now: [^\n]+$/);
  // The copy's password has changed.
  writeFileSync(join(copy, "pg-superuser-password"), "another");
  await expect(start(copy)).rejects.toThrow(/is a copy of .*, made while that ran/);
  writeFileSync(join(copy, "pg-superuser-password"), readFileSync(join(dataDir, "pg-superuser-password")));

  // A consistent copy is its own database, whatever its lock files say about the original's process.
  writeFileSync(join(copy, "pg/.s.PGSQL.5432.lock"), readFileSync(join(copy, "pg/postmaster.pid")));
  rmSync(join(copy, "pg/postmaster.pid"));
  const own = await start(copy);
  expect([own.adopted, own.socketDir === original.socketDir]).toEqual([false, false]);
  await query(own.ownerUrl, "insert into kept values (8)");
  expect(await query(original.ownerUrl, "select n from kept")).toEqual([7]);
  await own.stop();
  expect(serverPid(dataDir)).toBe(server);

  // The original has stopped and the copy claims to run, as after a crash or a moved folder.
  const lock = readFileSync(join(dataDir, "pg/postmaster.pid"));
  await original.stop();
  writeFileSync(join(copy, "pg/postmaster.pid"), lock);
  const later = await start(copy);
  expect(await query(later.ownerUrl, "select n from kept order by n")).toEqual([7, 8]);
});

test("leaves no database running whose password does not match", async () => {
  const dataDir = makeDatabase();
  writeFileSync(join(dataDir, "pg-superuser-password"), "wrong");
  await expect(start(dataDir)).rejects.toThrow(
    /refuses the password kept beside it in pg-superuser-password: put that/,
  );
  expect(existsSync(join(dataDir, "pg/postmaster.pid"))).toBe(false);
  writeFileSync(join(dataDir, "pg-superuser-password"), "");
  await expect(start(dataDir)).rejects.toThrow(/^.*pg-superuser-password is empty; it should hold a secret/);
});

test("restarts an interrupted initialisation", async () => {
  const dataDir = makeFolder();
  mkdirSync(join(dataDir, "pg.new-1"));
  writeFileSync(join(dataDir, "pg.new-1/PG_VERSION"), "18\n");
  writeFileSync(join(dataDir, "pg.new-1.password"), "half");
  const server = await start(dataDir);
  expect(await query(server.ownerUrl, "select current_database()")).toEqual(["deskhand"]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("pg.new-1"))).toEqual([]);
});

test("a path too long for a socket gets a short folder, which the next start reuses but not a copy", async () => {
  const dataDir = makeDatabase(join(makeFolder(), "long".repeat(25)));
  const server = await start(dataDir);
  expect(server.socketDir.length).toBeLessThan(90);
  folders.push(server.socketDir);
  await server.stop();
  const next = await start(dataDir);
  expect(next.socketDir).toBe(server.socketDir);

  // A copy contains the record too.
  await next.stop();
  const copy = join(makeFolder(), "copy".repeat(25));
  copyFolder(dataDir, copy);
  const [own, reopened] = [await start(copy), await start(dataDir)];
  folders.push(own.socketDir);
  expect([own.socketDir === reopened.socketDir, reopened.socketDir]).toEqual([false, next.socketDir]);
});

test("reports an unwritable directory, another version's data and missing programs in one line", async () => {
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

test.runIf(process.getuid?.() === 0)("puts the database elsewhere if its user cannot enter root's folder", async () => {
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

  // A copied link is refused whether the database runs or not.
  const copy = join(closed, "copy");
  copyFolder(dataDir, copy);
  const belongs = new RegExp(`^The database in ${home} belongs to ${dataDir}, of which ${copy} is a copy`);
  await expect(start(copy)).rejects.toThrow(belongs);
  await next.stop();
  await expect(start(copy)).rejects.toThrow(belongs);
  // A copy of the folder itself is a separate database.
  const open = makeFolder();
  copyFolder(dataDir, join(open, "data"), "-L");
  chmodSync(join(open, "data"), 0o711);
  const own = await start(join(open, "data"));
  await query(own.ownerUrl, "insert into kept values (8)");
  // A moved one is still the same.
  renameSync(dataDir, join(closed, "moved"));
  const moved = await start(join(closed, "moved"));
  expect(await query(moved.ownerUrl, "select n from kept")).toEqual([7]);
});

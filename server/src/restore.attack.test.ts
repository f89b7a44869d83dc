import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { packTar, unpackTar } from "modern-tar";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { backUp } from "./backup.ts";
import { restoreBackup } from "./platform/backup/restore-backup.ts";
import type { TenantTx } from "./platform/db/tenant.ts";
import { openBackup, restore } from "./restore.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { tableChecksums } from "./testing/store/table-checksums.ts";
import { copyTestDatabase, testSecret } from "./testing/test-databases.ts";

const databases = inject("testDatabases");
const never = new AbortController().signal;

let app: Desk;
let folder = "";
let whole: Buffer;
beforeAll(async () => {
  app = await openDesk({ roles: [] });
  const { address } = await app.makeTenant();
  for (let number = 0; number < 20; number += 1)
    await app.takeIn({
      raw: `From: jane@customer.test\r\nSubject: Mail ${number}\r\n\r\nText ${number}`,
      envelopeFrom: "jane@customer.test",
      recipients: [address],
    });
  folder = await mkdtemp(join(tmpdir(), "deskhand-backups-"));
  await backUp(settings(), join(folder, "whole"), never);
  whole = await readFile(join(folder, "whole"));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const settings = (databaseUrl = app.ownerUrl) => ({ databaseUrl, dataDir: folder, secret: testSecret });

/** Leaves out what each running process reports about itself twice a minute. */
async function sumsOf(databaseUrl: string): Promise<Record<string, string>> {
  const { server_parts: _, ...sums } = await tableChecksums(databases, databaseUrl);
  return sums;
}

/** Opens a broken backup; returns the sentence that refuses it. */
async function refusal(bytes: Buffer, changes: Partial<ReturnType<typeof settings>> = {}): Promise<string> {
  const path = join(folder, "changed");
  await writeFile(path, bytes);
  try {
    const { file } = await openBackup({ ...settings(), ...changes }, path);
    await file.close();
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Entries = { name: string; text: string }[];

async function repacked(change: (entries: Entries) => Entries): Promise<Buffer> {
  const entries = await unpackTar(gunzipSync(whole));
  const changed = change(
    entries.map(({ header, data }) => ({ name: header.name, text: Buffer.from(data ?? "").toString() })),
  );
  const files = changed.map(({ name, text }) => ({ header: { name, size: Buffer.byteLength(text) }, body: text }));
  return gzipSync(await packTar(files));
}

async function newDatabase(): Promise<string> {
  const database = await copyTestDatabase(databases);
  onTestFinished(() => database.drop());
  return database.ownerUrl;
}

async function restoreInto(databaseUrl: string, { path = join(folder, "whole"), signal = never } = {}) {
  const opened = await openBackup(settings(databaseUrl), path);
  await using _file = opened.file;
  return await restore(settings(databaseUrl), opened, { sendsWaiting: true, signal });
}

test("a truncated backup is refused, wherever it ends", async () => {
  const lengths = [0, 1, 9, 10, 11, 500, whole.length - 9, whole.length - 8, whole.length - 1];
  for (let count = 0; count < 30; count += 1) lengths.push(Math.floor(Math.random() * whole.length));
  for (const length of lengths)
    expect([length, await refusal(whole.subarray(0, length))]).not.toEqual([length, "none"]);
});

test("a backup with a changed byte is refused, wherever that byte has a meaning", async () => {
  const content = gunzipSync(whole);
  for (let count = 0; count < 60; count += 1) {
    const changed = Buffer.from(whole);
    const at = Math.floor(Math.random() * whole.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
    // Some bits of the compression mean nothing, such as its date and the padding of its last byte.
    if ((await refusal(changed)) === "none") expect([at, gunzipSync(changed).equals(content)]).toEqual([at, true]);
  }
});

test.each<[string, (entries: Entries) => Entries, RegExp]>([
  [
    "a row more",
    (all) => all.map((one) => (one.name.includes("/events/") ? { ...one, text: `${one.text}x\n` } : one)),
    /tables\/events is not what was written/,
  ],
  [
    "a table less",
    (all) => all.filter(({ name }) => !name.includes("/events/")),
    /tables\/events is not what was written/,
  ],
  [
    "a file more",
    (all) => [...all.slice(0, -1), { name: "files/other", text: "x" }, ...all.slice(-1)],
    /files\/other is not what was written/,
  ],
  [
    "a part in another place",
    (all) => all.map((one) => ({ ...one, name: one.name.replace("events/000001", "events/000002") })),
    /not where it belongs/,
  ],
  [
    "a table twice",
    (all) => [...all.slice(0, -1), ...all.filter(({ name }) => name.includes("/events/")), ...all.slice(-1)],
    /not where it belongs/,
  ],
  ["no end", (all) => all.slice(0, -1), /its end is missing/],
  ["something after its end", (all) => [...all, { name: "more", text: "x" }], /not where it belongs/],
  ["no beginning", (all) => all.slice(1), /no backup of Deskhand/],
  [
    "another form",
    (all) => all.map((one, at) => (at ? one : { ...one, text: one.text.replace('"format": 1', '"format": 2') })),
    /another version of Deskhand/,
  ],
  [
    "names that are none",
    (all) => all.map((one, at) => (at ? one : { ...one, text: one.text.replace('"clients"', '"cli\\" ents"') })),
    /another version of Deskhand/,
  ],
])("a backup with %s is refused", async (_, change, reason) => {
  expect(await refusal(await repacked(change))).toMatch(reason);
});

test("a file that is no backup is refused in one sentence", async () => {
  for (const bytes of [Buffer.from("PGDMP"), gzipSync("Hello"), gzipSync(Buffer.alloc(4096)), whole.subarray(100)])
    expect(await refusal(bytes)).toMatch(/^This is no backup of Deskhand(?:, or its beginning is damaged: [^\n]+)?$/);
  // Truncated or changed in the middle, it is refused with words that depend on the place.
  const middle = Math.floor(whole.length / 2);
  const changed = Buffer.from(whole).fill(0, middle, middle + 50);
  for (const bytes of [Buffer.alloc(0), Buffer.from("Hello"), whole.subarray(0, 300), whole.subarray(0, -1), changed])
    expect(await refusal(bytes)).toMatch(/(?:nothing was restored|its beginning is damaged): [^\n]*[a-z]{3,}[^\n]*$/);
  expect(await refusal(await repacked((all) => all))).toBe("none");
  await expect(openBackup(settings(), join(folder, "nothing"))).rejects.toThrow(/^Cannot read .*nothing/);
});

test("another secret is refused before anything is written", async () => {
  const other = "another secret of at least 32 characters";
  expect(await refusal(whole, { secret: other })).toMatch(/^DESKHAND_SECRET is not the secret/);
  const path = join(folder, "other-secret");
  await expect(backUp({ ...settings(), secret: other }, path, never)).rejects.toThrow(
    /not the one that the installation runs with/,
  );
  expect((await readdir(folder)).filter((name) => name.startsWith("other-secret"))).toEqual([]);
});

test("a newer version's backup is refused, and leaves the installation as it was", async () => {
  const newer = await repacked((all) =>
    all.map((one, at) => {
      if (at > 0) return one;
      const head = JSON.parse(one.text);
      head.migrations.push({ name: "9999_later.sql", sha256: "0" });
      return { ...one, text: JSON.stringify(head) };
    }),
  );
  // The manifest has the head's checksum, which is corrected here as that version would have it.
  const path = join(folder, "newer");
  await writeFile(path, await fitting(newer));
  const ownerUrl = await newDatabase();
  const before = await tableChecksums(databases, ownerUrl);
  await expect(restoreInto(ownerUrl, { path })).rejects.toThrow(
    /newer Deskhand, or by one between two releases: its 9999_later.sql is not known here/,
  );
  expect(await tableChecksums(databases, ownerUrl)).toEqual(before);
});

/** Corrects the sizes and checksums of what was changed. */
async function fitting(bytes: Buffer): Promise<Buffer> {
  const entries = await unpackTar(gunzipSync(bytes));
  const texts = entries.map(({ header, data }) => ({ name: header.name, text: Buffer.from(data ?? "").toString() }));
  const head = texts[0]?.text ?? "";
  const manifest = JSON.parse(texts.at(-1)?.text ?? "");
  const sha256 = createHash("sha256").update(head).digest("hex");
  manifest.contents["deskhand-backup.json"] = {
    bytes: Buffer.byteLength(head),
    rows: head.split("\n").length - 1,
    sha256,
  };
  const last = texts.at(-1);
  if (last) last.text = JSON.stringify(manifest);
  const files = texts.map(({ name, text }) => ({ header: { name, size: Buffer.byteLength(text) }, body: text }));
  return gzipSync(await packTar(files));
}

test("a restore into an installation that has a store or is running is refused", async () => {
  const before = await sumsOf(app.ownerUrl);
  await expect(restoreInto(app.ownerUrl)).rejects.toThrow(/^Deskhand runs on this database/);
  expect(await sumsOf(app.ownerUrl)).toEqual(before);
  const ownerUrl = await newDatabase();
  await restoreInto(ownerUrl);
  const full = await tableChecksums(databases, ownerUrl);
  await expect(restoreInto(ownerUrl)).rejects.toThrow(/^This installation is not empty, and nothing was restored/);
  expect(await tableChecksums(databases, ownerUrl)).toEqual(full);
});

test("an interrupted restore leaves an empty installation, so that it can be repeated", async () => {
  const ownerUrl = await newDatabase();
  const before = await tableChecksums(databases, ownerUrl);
  const stop = new AbortController();
  stop.abort(new Error("Enough"));
  await expect(restoreInto(ownerUrl, { signal: stop.signal })).rejects.toThrow("Enough");
  expect(await tableChecksums(databases, ownerUrl)).toEqual(before);
  // As after a kill, the server learns that its client is gone.
  const killer = new pg.Client({ connectionString: databases.adminUrl });
  await killer.connect();
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and query ~* '^(copy|alter table|truncate)'`;
  let kills = 0;
  let isOver = false;
  const outcome = restoreInto(ownerUrl).then(
    () => "restored",
    () => "failed",
  );
  const over = outcome.finally(() => {
    isOver = true;
  });
  while (!isOver) kills += (await killer.query(kill, [database])).rowCount ?? 0;
  expect(await over).toBe("failed");
  await killer.end();
  expect(kills).toBeGreaterThan(0);
  expect(await tableChecksums(databases, ownerUrl)).toEqual(before);
  await restoreInto(ownerUrl);
  expect(await sumsOf(ownerUrl)).toEqual(await sumsOf(app.ownerUrl));
});

test("a backup with another secret does not take over the roles of a Deskhand on the same server", async () => {
  const ownerUrl = await newDatabase();
  const { file, backup } = await openBackup(settings(ownerUrl), join(folder, "whole"));
  await using _file = file;
  const target = {
    ownerUrl,
    secret: "another secret, of thirty-two letters",
    queues: [],
    wantedQueues: [],
    onEmpty: () => Promise.reject(new Error("It was about to be written to")),
    settle: async () => {},
  };
  await expect(restoreBackup(file, backup, target, never)).rejects.toThrow(
    /^Another Deskhand runs on this PostgreSQL server, .* nothing was restored/,
  );
});

test("a restore says that the disk is full and that nothing was restored", async () => {
  const ownerUrl = await newDatabase();
  const before = await tableChecksums(databases, ownerUrl);
  const { file, backup, secret } = await openBackup(settings(ownerUrl), join(folder, "whole"));
  await using _file = file;
  const full =
    "do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$";
  const target = {
    ownerUrl,
    secret,
    queues: [],
    wantedQueues: [],
    onEmpty: async () => {},
    settle: async (tx: TenantTx) => void (await sql.raw(full).execute(tx)),
  };
  await expect(restoreBackup(file, backup, target, never)).rejects.toThrow(
    /^There is no room for what the backup holds, and nothing of it is here: could not extend file: No space left/,
  );
  expect(await tableChecksums(databases, ownerUrl)).toEqual(before);
});

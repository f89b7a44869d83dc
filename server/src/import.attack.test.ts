import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { exportStore } from "./export-store.ts";
import { importStore } from "./import-store.ts";
import { checkExport } from "./platform/portable/check-export.ts";
import { testMailDomain } from "./testing/make-test-tenant.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import {
  add,
  addJob,
  type Change,
  changeManifest as manifest,
  oneOf as one,
  type Row,
  changeRows as rows,
  sumUpAnew,
} from "./testing/store/change-export.ts";
import { tableChecksums } from "./testing/store/table-checksums.ts";
import { copyTestDatabase, type TestDatabase, testSecret } from "./testing/test-databases.ts";
import { newOwner, type Person } from "./testing/test-people.ts";

const databases = inject("testDatabases");
const never = new AbortController().signal;

let app: Desk;
let ours: Person;
let theirs: Person;
let folder = "";
/** An installation that already has the other store, which no hostile import may change. */
let target: TestDatabase;
let before: Record<string, string>;
beforeAll(async () => {
  app = await openDesk();
  folder = await mkdtemp(join(tmpdir(), "deskhand-attacks-"));
  [ours, theirs] = [await newOwner(app), await newOwner(app)];
  for (const { supportEmail } of [ours, theirs])
    await app.takeIn({ raw: withFile, envelopeFrom: "jane@customer.test", recipients: [supportEmail] });
  await app.asOwner("update clients set custom_support_email = 'help@theirs.test'", [], theirs.tenantId);
  target = await copyTestDatabase(databases);
  for (const [name, desk] of [["ours", ours] as const, ["theirs", theirs] as const])
    await exportStore(settings(app.ownerUrl), desk.tenantId, join(folder, name), never);
  await importStore(settings(target.ownerUrl), await checkExport(join(folder, "theirs")), wait);
  before = await tableChecksums(databases, target.ownerUrl);
});
afterAll(async () => {
  await app.stop();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const withFile = `From: Jane <jane@customer.test>\r\nSubject: Hello\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi
--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nA file\r\n--b--\r\n`;
const wait = { sendsWaiting: false, signal: never };
const settings = (databaseUrl: string) => ({
  databaseUrl,
  dataDir: folder,
  secret: testSecret,
  mailDomain: testMailDomain,
});

/** Returns the refusal of a changed export; with `isMended` its checksums and counts are right again. */
async function refusal(change: Change, isMended: boolean, signal = never): Promise<string> {
  const path = join(folder, "changed");
  await rm(path, { recursive: true, force: true });
  await cp(join(folder, "ours"), path, { recursive: true });
  await change(path);
  if (isMended) await sumUpAnew(path);
  try {
    await importStore(settings(target.ownerUrl), await checkExport(path), { ...wait, signal });
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Changes each row of a table. */
const each = (table: string, change: (row: Row) => Row) => rows(table, (all) => all.map(change));
const first = (table: string, change: (row: Row) => unknown) =>
  rows(table, ([row = {}, ...rest]) => [change(row), ...rest]);
const asTheirs = (row: Row) => ({ ...row, client_id: theirs.tenantId });
const notItsRow = /: (files|mails)\/[0-9a-f-]{36} is not what its row says, or one of them is missing$/;
const theirsOf = async (table: string): Promise<Row> =>
  JSON.parse((await readFile(join(folder, `theirs/tables/${table}.jsonl`), "utf8")).split("\n")[0] ?? "");

test.each<[string, Change, RegExp]>([
  [
    "a changed row",
    each("customers", (row) => ({ ...row, name: "x" })),
    /tables\/customers.jsonl is not what was written/,
  ],
  ["a changed mail", async (path) => writeFile(await one(path, "mails"), "x"), /mails\/.* is not what was written/],
  ["a file less", async (path) => rm(await one(path, "files")), /files\/.* is missing/],
  ["a table less", (path) => rm(join(path, "tables/events.jsonl")), /tables\/events.jsonl is missing/],
  ["a file more", add("tables/extra.jsonl"), /files that are none of its own/],
  ["a program beside it", add("start.sh"), /files that are none of its own/],
  ["a cut manifest", (path) => truncate(join(path, "manifest.json"), 100), /^There is no export of Deskhand/],
  ["no manifest", (path) => rm(join(path, "manifest.json")), /^There is no export of Deskhand/],
  ["a manifest of 5 MB", add("manifest.json", " ".repeat(5_000_000)), /too large/],
  ["another form", manifest((one) => Object.assign(one, { format: 2 })), /^This is no export in a form/],
  [
    "a table with a path for a name",
    manifest((one) => Object.assign(one.tables, { "../x": one.tables.users })),
    /^This is no export in a form/,
  ],
  [
    "a link in the place of a file",
    async (path) => {
      const file = await one(path, "files");
      await rm(file);
      await symlink("/etc/passwd", file);
    },
    /cannot be read|is no file/,
  ],
  [
    "a link in the place of a folder",
    async (path) => {
      await rename(join(path, "files"), join(folder, `moved-${randomUUID()}`));
      await symlink("/etc", join(path, "files"));
    },
    /is missing|is no file/,
  ],
  [
    "a pipe that never says anything",
    async (path) => {
      const file = await one(path, "mails");
      await rm(file);
      await promisify(execFile)("mkfifo", [file]);
    },
    /is no file/,
  ],
  [
    "a path that leads out",
    async (path) => {
      const sums = await readFile(join(path, "SHA256SUMS"), "utf8");
      const out = `${"0".repeat(64)}  ../../../etc/passwd\n${sums}`;
      await writeFile(join(path, "SHA256SUMS"), out);
    },
    /SHA256SUMS has a line that is none/,
  ],
  [
    "a file that is named twice",
    async (path) => {
      const [line] = (await readFile(join(path, "SHA256SUMS"), "utf8")).split("\n");
      await writeFile(join(path, "SHA256SUMS"), `${line}\n${line}\n`);
    },
    /SHA256SUMS has a line that is none/,
  ],
  [
    "checksums without an end",
    (path) => writeFile(join(path, "SHA256SUMS"), "x".repeat(1_000_000)),
    /a line is too long/,
  ],
])("an export with %s is refused before the database is asked", async (_, change, reason) => {
  const said = await refusal(change, false);
  expect(said).toMatch(reason);
  expect(said).not.toMatch(/\n/);
});

test.each<[string, Change, RegExp]>([
  ["a row of another tenant", first("customers", asTheirs), /Line 1 of the export's customers is of another store/],
  ["every row of another tenant", each("support_tickets", asTheirs), /of another store/],
  ["a tenant that is none", first("events", (row) => ({ ...row, client_id: null })), /of another store/],
  ["two stores", rows("clients", (all) => [...all, { ...all[0], id: theirs.tenantId }]), /has not its store alone/],
  [
    "another store under its name",
    each("clients", (row) => ({ ...row, id: theirs.tenantId })),
    /has not its store alone/,
  ],
  ["no store", rows("clients", () => []), /has not its store alone/],
  [
    "a column more",
    first("customers", (row) => ({ ...row, extra: 1 })),
    /line 1 of .*customers.jsonl has not the columns/,
  ],
  ["a column less", first("customers", ({ name: _, ...row }) => row), /has not the columns/],
  [
    "a column twice",
    first("customers", (row) => JSON.stringify(row).replace("{", `{"client_id":"${randomUUID()}",`)),
    /has not the columns/,
  ],
  [
    "a million columns",
    first("customers", () => JSON.stringify(Object.fromEntries(Array.from({ length: 1e6 }, (_, at) => [at, 1])))),
    /has not the columns/,
  ],
  ["a generated column", first("support_tickets", (row) => ({ ...row, is_archived: false })), /has not the columns/],
  ["a list for a row", first("customers", () => [1]), /nothing of it is here/],
  ["no JSON", first("customers", () => "{"), /nothing of it is here/],
  ["JSON without a bottom", first("customers", () => "[".repeat(2e6)), /nothing of it is here/],
  ["the end of COPY", first("events", () => "\\."), /nothing of it is here/],
  [
    "a text for a number",
    first("customers", (row) => ({ ...row, total_orders: "many" })),
    /invalid input syntax for type integer/,
  ],
  ["a number that is none", first("customers", (row) => ({ ...row, total_spent: { x: 1 } })), /nothing of it is here/],
  [
    "a time finer than is kept",
    first("customers", (row) => ({ ...row, created_at: "2026-01-01T00:00:00.0001Z" })),
    /did not come to stand here as it was written/,
  ],
  ["a NUL in a text", first("customers", (row) => ({ ...row, name: "a\u0000b" })), /nothing of it is here/],
  ["a ticket of nobody", rows("customers", () => []), /nothing of it is here/],
  [
    "SQL for a value",
    first("customers", (row) => ({ ...row, id: "0'); drop table clients; --" })),
    /invalid input syntax for type uuid/,
  ],
  [
    "an address of another store's",
    rows("inbound_addresses", (all) => [
      ...all,
      {
        address: theirs.supportEmail,
        client_id: ours.tenantId,
        is_verified: true,
        created_at: "2026-01-01T00:00:00+00:00",
      },
    ]),
    /Mail to .* comes to another store here/,
  ],
  [
    "a store's own address that is another store's",
    each("clients", (row) => ({ ...row, custom_support_email: "help@theirs.test" })),
    /^Mail to help@theirs.test comes to another store here. Nothing was imported$/,
  ],
  [
    "a sign-in of another store's address",
    first("identities", (row) => ({ ...row, email: theirs.email })),
    /is a person of another store here/,
  ],
  [
    "a password for another store's person",
    first("accounts", (row) => ({ ...row, user_id: theirs.userId, id: randomUUID(), account_id: randomUUID() })),
    /did not come to stand|nothing of it is here/,
  ],
  [
    "another store's mail",
    async (path) => {
      const { id, size, received_at } = await theirsOf("raw_mails");
      await first("mail_log", (row) => ({ ...row, raw_mail_id: id, raw_removed: null, raw_kept_days: null }))(path);
      await rows("raw_mails", (all) =>
        [...all, { id, size, received_at }].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
      )(path);
      await add(`mails/2026-01-01/${id}.eml`, "x".repeat(Number(size)))(path);
    },
    notItsRow,
  ],
  [
    "another store's mail without its bytes",
    async (path) => {
      const { id } = await theirsOf("raw_mails");
      await first("mail_log", (row) => ({ ...row, raw_mail_id: id, raw_removed: null, raw_kept_days: null }))(path);
    },
    /nothing of it is here/,
  ],
  ["bytes of a file that is none of its own", add(`files/2026-01-01/${randomUUID()}.txt`), /nothing of it is here/],
  ["other bytes than the file's", async (path) => writeFile(await one(path, "files"), "other"), notItsRow],
  ["a mail without its bytes", async (path) => rm(await one(path, "mails")), notItsRow],
  ["work that is not known", addJob("rm"), /work that is none of a store's/],
  ["work that logs sign-ins to any store", addJob("account.sign-in-refused"), /work that is none of a store's/],
  ["work that mails anybody", addJob("mail.deliver-claim"), /work that is none of a store's/],
  ["work that mails another store's person", addJob("account.ask-mail"), /work that is none of a store's/],
  [
    "tables of another version",
    manifest((one) => Object.assign(one.schema, { migration: "9999_later.sql" })),
    /^The export was made by another version .* as of 9999_later.sql.*Nothing was imported$/,
  ],
  [
    "functions of another version",
    manifest((one) => Object.assign(one.schema, { sha256: "0".repeat(64) })),
    /^The export was made by another version/,
  ],
  [
    "a table that it does not know",
    async (path) => {
      await manifest((one) => Object.assign(one.tables, { sessions: { ...one.tables.users } }))(path);
      await add("tables/sessions.jsonl", "")(path);
    },
    /^The tables here are not those of the export. Nothing was imported$/,
  ],
])("an export with %s is refused, even with right checksums", async (_, change, reason) => {
  expect(await refusal(change, true)).toMatch(reason);
});

test("after all of these the installation is unchanged, and accepts the honest export", async () => {
  const stop = new AbortController();
  stop.abort(new Error("Enough"));
  const look = async (path: string) => [await add(".DS_Store")(path), await add("files/Thumbs.db")(path)];
  expect(await refusal(look, false, stop.signal)).toBe("Enough");
  const after = await tableChecksums(databases, target.ownerUrl);
  expect(Object.keys(before).filter((table) => before[table] !== after[table])).toEqual([]);
  expect(await refusal(async () => undefined, true)).toBe("none");
});

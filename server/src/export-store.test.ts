import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportStore } from "./export-store.ts";
import type { Manifest } from "./platform/portable/portable-format.ts";
import { leftOut, readPortableTables } from "./platform/portable/portable-tables.ts";
import type { FullDesk } from "./testing/full-desk.ts";
import { fillSettled } from "./testing/isolation/fill-settled.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { testSecret } from "./testing/test-databases.ts";

const never = new AbortController().signal;
const run = promisify(execFile);

let app: Desk;
let ours: FullDesk;
let theirs: FullDesk;
let folder = "";
let path = "";
let manifest: Manifest;
beforeAll(async () => {
  app = await openDesk();
  folder = await mkdtemp(join(tmpdir(), "deskhand-exports-"));
  [ours, theirs] = await fillSettled(app);
  path = join(folder, "ours");
  manifest = await exportStore(settings(), ours.owner.tenantId, path, never);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({ databaseUrl: app.ownerUrl, dataDir: folder, secret: testSecret });
const read = (name: string) => readFile(join(path, name), "utf8");
const rowsOf = async (table: string) =>
  (await read(`tables/${table}.jsonl`))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const paths = async (folder = path) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test("an export has every row of the store, and nothing of another store", async () => {
  const all = await paths();
  expect(all.length).toBeGreaterThan(70);
  const isOf = (bytes: Buffer, desk: FullDesk) => bytes.includes(desk.secret) || bytes.includes(desk.owner.tenantId);
  let own = 0;
  for (const name of all) {
    const bytes = await readFile(join(path, name));
    expect([name, isOf(bytes, theirs)]).toEqual([name, false]);
    if (isOf(bytes, ours)) own += 1;
  }
  expect(own).toBeGreaterThan(60);
  for (const [table, { rows, columns }] of Object.entries(manifest.tables)) {
    const found = await rowsOf(table);
    expect([table, found.length]).toEqual([table, rows]);
    for (const row of found) expect(Object.keys(row)).toEqual(columns);
    if (!columns.includes("client_id")) continue;
    const [{ count } = { count: 0 }] = await app.asOwner<{ count: number }>(
      `select count(*)::int as count from ${table} where client_id = $1`,
      [ours.owner.tenantId],
      ours.owner.tenantId,
    );
    expect([table, rows]).toEqual([table, table === "inbound_addresses" ? count - 1 : count]);
  }
});

test("ordinary tools can read an export: JSON lines, mails, files, and checksums", async () => {
  await run("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], { cwd: path });
  const listed = (await read("SHA256SUMS")).split("\n").map((line) => line.slice(66));
  expect([...listed.filter((name) => name !== ""), "SHA256SUMS", "manifest.json"].sort()).toEqual(await paths());
  expect(listed.filter((name) => name !== "")).toEqual([...listed].filter((name) => name !== "").sort());
  expect(JSON.parse(await read("manifest.json"))).toEqual(manifest);
  const sums = createHash("sha256").update(await read("SHA256SUMS"));
  expect(manifest.checksums).toBe(sums.digest("hex"));
  const [attachment] = (await rowsOf("ticket_attachments")).filter(({ id }) => id === ours.attachmentId);
  const file = (await paths()).find((name) => name.includes(String(attachment?.file_id)));
  expect(file).toMatch(/^files\/\d{4}-\d{2}-\d{2}\/[0-9a-f-]{36}\.pdf$/);
  expect(await read(file ?? "")).toBe(`Bytes ${ours.secret}`);
  const logged = (await rowsOf("mail_log")).filter(({ raw_mail_id: raw }) => raw !== null);
  expect(logged.length).toBeGreaterThan(0);
  for (const { raw_mail_id: raw } of logged)
    expect((await paths()).some((name) => name.endsWith(`/${raw}.eml`))).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  for (const name of await paths()) expect((await stat(join(path, name))).mode & 0o777).toBe(0o600);
});

test("an export contains no credentials except the passwords' hashes", async () => {
  const all = Buffer.concat(await Promise.all((await paths()).map((name) => readFile(join(path, name))))).toString(
    "latin1",
  );
  const sealed = await app.asOwner<{ bytes: Buffer }>(
    `select access_token as bytes from shopify_stores union all select pending_secret from second_factors
     union all select private_key from sender_domains`,
    [],
    ours.owner.tenantId,
  );
  expect(sealed.length).toBeGreaterThan(2);
  for (const { bytes } of sealed)
    for (const form of ["hex", "base64", "base64url"] as const)
      expect(all).not.toContain(bytes.toString(form).replace(/=+$/, ""));
  const tokens = await app.asOwner<{ token: string }>("select token from sessions");
  for (const { token } of tokens) expect(all).not.toContain(token);
  expect(all).not.toMatch(/"(sealedToken|access_token|refresh_token|id_token)"/);
  expect(all).toMatch(/\$argon2/);
});

test("an export has every table or leaves it out with a reason, and leaves out sealed bytes", async () => {
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  const portable = await readPortableTables(owner);
  await owner.end();
  const bytes = portable.flatMap(({ name, columns }) =>
    columns.filter(({ type }) => type === "bytea").map((column) => `${name}.${column.name}`),
  );
  // These are hashes: of a mail's words, to detect loops, and of Shopify's requests, to handle each once.
  expect(bytes).toEqual(["mail_log.likeness", "shopify_requests.body_hash"]);
  const tenants = await app.asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and p.polname = 'tenant' order by 1`,
  );
  const names = portable.map(({ name }) => name);
  const missing = tenants.map(({ name }) => name).filter((name) => !names.includes(name) && name !== "file_chunks");
  for (const name of missing) expect(leftOut[name]?.length).toBeGreaterThan(20);
  expect(manifest.leftOut).toEqual(leftOut);
});

test("an export never overwrites a folder, and a failed one leaves none", async () => {
  await expect(exportStore(settings(), ours.owner.tenantId, path, never)).rejects.toThrow(/ours is there already/);
  await expect(exportStore(settings(), "nobody", join(folder, "none"), never)).rejects.toThrow(
    /^There is no store nobody here/,
  );
  const stop = new AbortController();
  stop.abort(new Error("Enough"));
  await expect(exportStore(settings(), manifest.store.code, join(folder, "stopped"), stop.signal)).rejects.toThrow(
    "Enough",
  );
  const other = { ...settings(), secret: "another secret of at least 32 characters" };
  await expect(exportStore(other, manifest.store.code, join(folder, "other"), never)).rejects.toThrow(
    /^The secret here is not/,
  );
  expect(await readdir(folder)).toEqual(["ours"]);
});

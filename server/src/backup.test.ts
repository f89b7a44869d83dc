import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { backUp } from "./backup.ts";
import { openBackup, type RestoreOptions, restore } from "./restore.ts";
import { fillSettled } from "./testing/isolation/fill-settled.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { tableChecksums } from "./testing/store/table-checksums.ts";
import { until } from "./testing/take-mail.ts";
import { copyTestDatabase, emptyTestDatabase, testSecret } from "./testing/test-databases.ts";

const databases = inject("testDatabases");
const never = new AbortController().signal;
/** The table with the running parts, which the source keeps writing. */
const ofNow = "server_parts";

let app: Desk;
let folder = "";
let file = "";
beforeAll(async () => {
  app = await openDesk();
  folder = await mkdtemp(join(tmpdir(), "deskhand-backups-"));
  const [{ owner }, { owner: other }] = await fillSettled(app, takeOddMail);
  for (const [tenant, id] of [[owner.tenantId, "one"] as const, [other.tenantId, "two"] as const]) {
    await app.asOwner(
      `insert into outgoing_mails (id, kind, mail_message_id, to_email, next_try_at)
       values (gen_random_uuid(), 'confirmation', $1, 'waits@customer.test', '2199-01-01')`,
      [`${id}@desk.test`],
      tenant,
    );
  }
  for (const name of ["mail.deliver", "mail.process", "account.ask-mail"])
    await app.asOwner(`insert into pgboss.job (name, data, start_after) values ($1, '{"a": "\\\\n"}', '2199-01-01')`, [
      name,
    ]);
  file = join(folder, "whole.tar.gz");
  await backUp(settingsOf(app.ownerUrl), file, never);
  // Admins see when it was made.
  expect((await owner.api.setup.backup()).lastBackupAt).not.toBeNull();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Stores one mail for all stores, larger than a chunk, with every byte that a text has to escape. */
async function takeOddMail(): Promise<void> {
  const rows = await app.asOwner<{ address: string }>("select address from inbound_addresses");
  const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
  const text = bytes.toString("latin1").replace(/[\r\n]/g, " ");
  const raw = Buffer.from(`From: jane@customer.test\r\nSubject: Odd\r\n\r\n${text}\\.\r\n`, "latin1");
  const recipients = rows.map(({ address }) => address);
  await app.takeIn({ raw, envelopeFrom: "jane@customer.test", recipients });
}

const settingsOf = (databaseUrl: string | null, dataDir = folder) => ({ databaseUrl, dataDir, secret: testSecret });

async function restoreInto(
  ownerUrl: string | null,
  options: Partial<RestoreOptions> & { dataDir?: string; path?: string } = {},
) {
  const settings = settingsOf(ownerUrl, options.dataDir);
  const opened = await openBackup(settings, options.path ?? file);
  await using _file = opened.file;
  return await restore(settings, opened, { sendsWaiting: true, signal: never, ...options });
}

async function read(path: string) {
  const opened = await openBackup(settingsOf(null), path);
  await opened.file.close();
  return opened;
}

async function newDatabase(make = copyTestDatabase): Promise<string> {
  const database = await make(databases);
  onTestFinished(() => database.drop());
  return database.ownerUrl;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const jobsSql = `select name, data, start_after from pgboss.job where start_after = '2199-01-01' order by name`;
/** What a schema consists of besides tables. */
const schemaSql = `
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as part from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select oid::regclass || ' ' || relrowsecurity || relforcerowsecurity from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by 1`;

async function expectSame(url: string): Promise<void> {
  const found = await tableChecksums(databases, url);
  const original = await tableChecksums(databases, app.ownerUrl);
  expect(Object.keys(found)).toEqual(Object.keys(original));
  for (const [name, sum] of Object.entries(original))
    if (name !== ofNow) expect([name, found[name]]).toEqual([name, sum]);
}

test("a backup keeps every row of every table, and every job", async () => {
  const ownerUrl = await newDatabase(emptyTestDatabase);
  const { tables, rows } = await restoreInto(ownerUrl);
  expect(tables).toBeGreaterThan(70);
  expect(rows).toBeGreaterThan(500);
  await expectSame(ownerUrl);
  expect(await ask(ownerUrl, jobsSql)).toEqual(await ask(app.ownerUrl, jobsSql));
  expect(await ask(ownerUrl, jobsSql)).toHaveLength(3);
  expect(await ask(ownerUrl, schemaSql)).toEqual(await ask(app.ownerUrl, schemaSql));
  const next = "select nextval(pg_get_serial_sequence('ticket_count_deltas', 'id'))";
  expect(await ask(ownerUrl, next)).toEqual(await ask(app.ownerUrl, next));
});

test("a backup of a restored copy is the same, and tar can read it", async () => {
  const { backup } = await read(file);
  const paths = Object.keys(backup.manifest.contents);
  expect(paths).toContain("tables/raw_mail_chunks");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const ownerUrl = await newDatabase();
  await restoreInto(ownerUrl);
  const again = join(folder, "again.tar.gz");
  await backUp(settingsOf(ownerUrl), again, never);
  const { backup: second } = await read(again);
  for (const path of paths.filter((candidate) => candidate.startsWith("tables/")))
    expect([path, second.manifest.contents[path]]).toEqual([path, backup.manifest.contents[path]]);
});

test("the copy does not send waiting mail unless told to", async () => {
  const ownerUrl = await newDatabase();
  await restoreInto(ownerUrl, { sendsWaiting: false });
  const waiting = `select state, last_error is not null as "isSaid", count(*)::int from outgoing_mails
    where to_email = 'waits@customer.test' group by 1, 2`;
  expect(await ask(ownerUrl, waiting)).toEqual([{ state: "failed", isSaid: true, count: 2 }]);
  expect(await ask(ownerUrl, jobsSql)).toMatchObject([{ name: "mail.process" }]);
  const sums = await tableChecksums(databases, ownerUrl);
  const original = await tableChecksums(databases, app.ownerUrl);
  const other = Object.keys(sums).filter((name) => sums[name] !== original[name] && name !== ofNow);
  expect(other).toEqual(["kept_replies", "outgoing_mails"]);
});

test("a backup contains the data directory's secret, which replaces that of an empty installation", async () => {
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  for (const dataDir of [first, second]) await mkdir(dataDir);
  await writeFile(join(first, "secret-key"), testSecret);
  await writeFile(join(second, "secret-key"), "of an empty installation");
  const path = join(folder, "with-secret.tar.gz");
  const own = { databaseUrl: app.ownerUrl, dataDir: first, secret: null };
  expect(await backUp(own, path, never)).toMatchObject({ holdsSecret: true });
  const settings = { databaseUrl: await newDatabase(), dataDir: second, secret: null };
  const opened = await openBackup(settings, path);
  await using _file = opened.file;
  await restore(settings, opened, { sendsWaiting: true, signal: never });
  expect(await readFile(join(second, "secret-key"), "utf8")).toBe(testSecret);
});

test("a backup made while mails arrive contains each of them completely, or not at all", async () => {
  const busy = await openDesk({ roles: [] });
  onTestFinished(() => busy.stop());
  const store = await busy.makeTenant();
  let isOver = false;
  let count = 0;
  const mails = (async () => {
    for (; !isOver; count += 1)
      await busy.takeIn({
        raw: `From: jane@customer.test\r\nSubject: Mail ${count}\r\n\r\n${"x".repeat(count % 2 ? 300_000 : 10)}`,
        envelopeFrom: "jane@customer.test",
        recipients: [store.address],
      });
  })();
  await until(async () => count >= 3);
  const path = join(folder, "busy.tar.gz");
  await backUp(settingsOf(busy.ownerUrl), path, never);
  isOver = true;
  await mails;
  const ownerUrl = await newDatabase();
  await restoreInto(ownerUrl, { path });
  const url = new URL(databases.adminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  const [found] = await ask<{ mails: number; broken: number }>(
    url.href,
    `select count(*)::int as mails, count(*) filter (where size <> bytes or state = 'ticket_created' and ticket is null)::int as broken
     from (select l.state, r.size, t.id as ticket, (select sum(length(c.bytes)) from raw_mail_chunks c where c.raw_mail_id = r.id) as bytes
       from mail_log l join raw_mails r on r.id = l.raw_mail_id left join support_tickets t on t.id = l.ticket_id
       where l.client_id = $1) as mail`,
    [store.id],
  );
  expect(found?.mails).toBeGreaterThan(2);
  expect(found?.broken).toBe(0);
});

test("a restore upgrades an earlier version's backup, including computed columns", async () => {
  const migrations = join(folder, "migrations");
  await cp(new URL("../../db/migrations/", import.meta.url), migrations, { recursive: true });
  // As before an upgrade, an older function computes this column.
  const later = `
    alter table desk_preferences add column later text default 'x';
    create or replace function lower_all(texts text[]) returns text[] language sql immutable return array['other'];
    alter table support_tickets no force row level security, disable trigger user;
    update support_tickets set labels = labels;
    alter table support_tickets force row level security, enable trigger user;`;
  await writeFile(join(migrations, "9999_later.sql"), later);
  const ownerUrl = await newDatabase(emptyTestDatabase);
  await restoreInto(ownerUrl, { migrations: new URL(`file://${migrations}/`) });
  const sums = await tableChecksums(databases, ownerUrl);
  const original = await tableChecksums(databases, app.ownerUrl);
  const changed = Object.keys(original).filter((name) => sums[name] !== original[name] && name !== ofNow);
  expect(changed).toEqual(["desk_preferences"]);
  expect(await ask(ownerUrl, schemaSql)).toEqual(await ask(app.ownerUrl, schemaSql));
});

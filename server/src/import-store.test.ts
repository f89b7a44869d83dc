import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { writeExportHandler } from "./domains/setup/index.ts";
import { exportStore } from "./export-store.ts";
import { importStore } from "./import-store.ts";
import { checkExport } from "./platform/portable/check-export.ts";
import { withUnpacked } from "./platform/portable/pack-export.ts";
import { leftOut } from "./platform/portable/portable-tables.ts";
import type { FullDesk } from "./testing/full-desk.ts";
import { fillSettled } from "./testing/isolation/fill-settled.ts";
import { testMailDomain } from "./testing/make-test-tenant.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { tableChecksums } from "./testing/store/table-checksums.ts";
import { copyTestDatabase, emptyTestDatabase, testSecret } from "./testing/test-databases.ts";
import { customerWrites, reply } from "./testing/test-desk.ts";
import { signIn } from "./testing/test-people.ts";

const databases = inject("testDatabases");
const never = new AbortController().signal;

let app: Desk;
let ours: FullDesk;
let theirs: FullDesk;
let folder = "";
beforeAll(async () => {
  app = await openDesk();
  folder = await mkdtemp(join(tmpdir(), "deskhand-imports-"));
  [ours, theirs] = await fillSettled(app, takeOneForAll);
  await app.asOwner(
    `insert into outgoing_mails (id, kind, mail_message_id, to_email, next_try_at)
     values (gen_random_uuid(), 'feedback', 'waits@desk.test', 'waits@customer.test', '2199-01-01')`,
    [],
    ours.owner.tenantId,
  );
  // Each store invites a person of the other one.
  for (const [{ owner }, { agent }] of [[ours, theirs] as const, [theirs, ours] as const])
    await app.asOwner(
      "insert into users (client_id, id, email, name, invited_at) values ($2, gen_random_uuid(), $1, 'Invited', now())",
      [agent.email, owner.tenantId],
      owner.tenantId,
    );
  for (const [name, desk] of [["ours", ours] as const, ["theirs", theirs] as const]) {
    await app.asOwner(
      `insert into pgboss.job (name, data, start_after) values ('mail.process', jsonb_build_object('tenantId', $1::text, 'payload', '{"a": 1}'::jsonb), '2199-01-01')`,
      [desk.owner.tenantId],
    );
    await exportStore(settings(app.ownerUrl), desk.owner.tenantId, join(folder, name), never);
  }
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Stores one mail for both stores, larger than a chunk. */
async function takeOneForAll(): Promise<void> {
  const rows = await app.asOwner<{ address: string }>("select address from inbound_addresses");
  const raw = `From: jane@customer.test\r\nSubject: To all\r\n\r\n${"x".repeat(600_000)}`;
  const recipients = rows.map(({ address }) => address);
  await app.takeIn({ raw, envelopeFrom: "jane@customer.test", recipients });
}

const settings = (databaseUrl: string, mailDomain = testMailDomain) => ({
  databaseUrl,
  dataDir: folder,
  secret: testSecret,
  mailDomain,
});

async function newDatabase(): Promise<string> {
  const database = await copyTestDatabase(databases);
  onTestFinished(() => database.drop());
  return database.ownerUrl;
}

async function importInto(ownerUrl: string, name: string, { sendsWaiting = true, mailDomain = testMailDomain } = {}) {
  const checked = await checkExport(join(folder, name));
  await importStore(settings(ownerUrl, mailDomain), checked, { sendsWaiting, signal: never });
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

async function contentOf(name: string): Promise<Map<string, string>> {
  const path = join(folder, name);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (file: string) => [file.slice(path.length + 1), await readFile(file, "latin1")] as const;
  return new Map(await Promise.all(files.map(read)));
}

let exports = 0;
/** Expects that an export from there is the same, file by file, except for its time. */
async function expectSame(ownerUrl: string, name: string, desk: FullDesk, but: readonly string[] = []): Promise<void> {
  exports += 1;
  const again = `again-${exports}`;
  await exportStore(settings(ownerUrl), desk.owner.tenantId, join(folder, again), never);
  const [found, original] = [await contentOf(again), await contentOf(name)];
  expect([...found.keys()].sort()).toEqual([...original.keys()].sort());
  const changed = [...original].filter(([path, content]) => found.get(path) !== content).map(([path]) => path);
  expect(changed.filter((path) => !["manifest.json", "SHA256SUMS"].includes(path))).toEqual(but);
}

test("both stores of an installation can be imported into another one and are the same there", async () => {
  const ownerUrl = await newDatabase();
  await importInto(ownerUrl, "ours");
  const between = await tableChecksums(databases, ownerUrl);
  await importInto(ownerUrl, "theirs");
  expect(await tableChecksums(databases, ownerUrl)).not.toEqual(between);
  await expectSame(ownerUrl, "ours", ours);
  await expectSame(ownerUrl, "theirs", theirs);
  // This includes what the database computes, and what the two share.
  const [found, original] = [await tableChecksums(databases, ownerUrl), await tableChecksums(databases, app.ownerUrl)];
  const other = Object.keys(original).filter((table) => found[table] !== original[table]);
  // These are left out, given by the installation, or each installation's own.
  expect(other.filter((table) => !Object.hasOwn(leftOut, table))).toEqual([
    ...["account_mail_times", "api_keys", "inbound_addresses", "password_guesses", "search_waiting", "server_parts"],
    ...["ticket_count_deltas", "ticket_queue_deltas", "ticket_tag_deltas", "verifications"],
  ]);
  await expect(importInto(ownerUrl, "ours")).rejects.toThrow(/^The store .* is here already. Nothing was imported$/);
});

test("an admin's download contains nothing of another store and no password, and can be imported unchanged", async () => {
  const { tenantId, userId } = ours.owner;
  await app.asOwner("delete from store_exports", [], tenantId);
  const [row] = await app.asOwner<{ id: string }>(
    "insert into store_exports (client_id, id, asked_by) values ($1, gen_random_uuid(), $2) returning id",
    [tenantId, userId],
    tenantId,
  );
  const exportId = row?.id ?? "";
  await writeExportHandler(app.services).work({ tenantId, exportId, isLastTry: true });
  const downloaded = await ours.owner.send(`/api/setup/export/${exportId}/file`);
  const file = join(folder, "downloaded.tar.gz");
  await writeFile(file, Buffer.from(await downloaded.arrayBuffer()));
  const ownerUrl = await newDatabase();
  await withUnpacked(file, async (unpacked) => {
    const content = [...(await contentOf(basename(unpacked))).values()];
    const has = (word: string) => content.some((bytes) => bytes.includes(word));
    expect([ours, theirs].map(({ secret }) => has(secret))).toEqual([true, false]);
    expect([has(theirs.owner.tenantId), has("$argon2")]).toEqual([false, false]);
    const checked = await checkExport(unpacked);
    await importStore(settings(ownerUrl), checked, { sendsWaiting: true, signal: never });
  });
  expect((await readdir(folder)).filter((name) => name.startsWith("downloaded"))).toEqual(["downloaded.tar.gz"]);
  await expectSame(ownerUrl, "ours", ours, ["tables/accounts.jsonl", "tables/storage_settings.jsonl"]);
  await truncate(file, 20_000);
  await expect(withUnpacked(file, checkExport)).rejects.toThrow(
    /^There is no whole export of Deskhand in .*: its end is missing$/,
  );
});

test("after a move to another mail domain people continue, and customers' answers still find their tickets", async () => {
  const mailDomain = "elsewhere.test";
  const there = await openDesk({
    mailDomain,
    prepare: (ownerUrl) => importInto(ownerUrl, "ours", { mailDomain }),
  });
  onTestFinished(() => there.stop());
  const agent = await signIn(there, ours.agent);
  const ticket = await agent.api.tickets.get({ id: ours.ticketId });
  expect(ticket.messages.map(({ content }) => content)).toContain(`Reply ${ours.secret}`);
  expect((await agent.send(`/api/attachments/${ours.attachmentId}`)).status).toBe(200);
  const found = await agent.api.search.find({ q: ours.secret });
  expect(found.tickets.items.length).toBeGreaterThan(0);
  const before = `select mail_message_id as "mailMessageId", ticket_id as "ticketId" from ticket_messages where id = $1`;
  const [{ mailMessageId, ticketId } = { mailMessageId: "", ticketId: "" }] = await there.asOwner<{
    mailMessageId: string;
    ticketId: string;
  }>(before, [ours.failedMessageId], ours.owner.tenantId);
  expect(mailMessageId).toContain(testMailDomain);
  const [code] = ours.owner.supportEmail.split("@");
  // Mail goes to the address here, as forwarded, and to the old one, whose domain may have moved here.
  for (const supportEmail of [`${code}@${mailDomain}`, ours.owner.supportEmail]) {
    const answer = await customerWrites(
      there,
      { ...ours.owner, supportEmail },
      {
        from: `${ours.secret}@customer.test`,
        headers: [`In-Reply-To: <${mailMessageId}>`],
      },
    );
    expect(answer).toMatchObject({ state: "reply_added", ticket_id: ticketId });
  }
  const { id } = await reply(agent, ours.ticketId, { content: "From elsewhere" });
  const sent = `select mail_message_id as id from ticket_messages where id = $1`;
  const [own] = await there.asOwner<{ id: string }>(sent, [id], ours.owner.tenantId);
  expect(own?.id).toContain(`@${mailDomain}`);
});

test("does not let the other installation send waiting mail by itself", async () => {
  const target = await newDatabase();
  await importInto(target, "ours", { sendsWaiting: false });
  const sql = `select state, last_error is not null as "isSaid" from outgoing_mails where to_email = 'waits@customer.test'`;
  expect(await ask(target, sql)).toEqual([{ state: "failed", isSaid: true }]);
  // Kept replies that waited to be sent return to their authors.
  await expectSame(target, "ours", ours, ["jobs.jsonl", "tables/kept_replies.jsonl", "tables/outgoing_mails.jsonl"]);
});

test("a mail with a link to the old installation is not sent, even if others are", async () => {
  await app.asOwner(
    `insert into outgoing_mails (id, kind, mail_message_id, to_email, details, next_try_at)
     values (gen_random_uuid(), 'password_reset', 'links@desk.test', 'links@customer.test', '{"url": "https://left.test/x"}', '2199-01-01')`,
    [],
    ours.owner.tenantId,
  );
  await exportStore(settings(app.ownerUrl), ours.owner.tenantId, join(folder, "linked"), never);
  const database = await newDatabase();
  await importInto(database, "linked", { sendsWaiting: true });
  const sql = `select to_email as "to", state, last_error as error from outgoing_mails where to_email ~ '^(waits|links)@'
    order by to_email`;
  const error = "Not sent: its link leads to the installation that the store left. Ask for another mail here";
  expect(await ask(database, sql)).toEqual([
    { to: "links@customer.test", state: "failed", error },
    { to: "waits@customer.test", state: "queued", error: null },
  ]);
});

test("an import into an installation that runs, was never started, or has one of its people is refused and changes nothing", async () => {
  await expect(importInto(app.ownerUrl, "theirs")).rejects.toThrow(
    /^Deskhand runs on this database: stop it first. Nothing was imported$/,
  );
  const database = await emptyTestDatabase(databases);
  onTestFinished(() => database.drop());
  await expect(importInto(database.ownerUrl, "ours")).rejects.toThrow(/^Deskhand was never started here/);
  const ownerUrl = await newDatabase();
  await importInto(ownerUrl, "theirs");
  const to = await ask<{ id: string }>(ownerUrl, "select id from clients");
  const rename = (table: string) =>
    `update ${table} set email = '${ours.owner.email}' where email = '${theirs.agent.email}'`;
  await ask(ownerUrl, `set app.client_id = '${to[0]?.id}'; ${rename("users")}; ${rename("identities")}`);
  const before = await tableChecksums(databases, ownerUrl);
  await expect(importInto(ownerUrl, "ours")).rejects.toThrow(`${ours.owner.email} is a person of another store here`);
  expect(await tableChecksums(databases, ownerUrl)).toEqual(before);
});

test("an import that is killed in the middle leaves nothing behind, and can be repeated", async () => {
  const ownerUrl = await newDatabase();
  const before = await tableChecksums(databases, ownerUrl);
  // As after a kill, the server learns that its client is gone.
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and query ~* '^(insert into|copy|fetch|alter table)' and pid <> pg_backend_pid()`;
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  const killer = new pg.Client({ connectionString: databases.adminUrl });
  await killer.connect();
  let [kills, isOver] = [0, false];
  const outcome = importInto(ownerUrl, "ours").then(
    () => "imported",
    (error) => String(error),
  );
  const over = outcome.finally(() => {
    isOver = true;
  });
  while (!isOver) kills += (await killer.query(kill, [database])).rowCount ?? 0;
  await killer.end();
  expect(await over).toMatch(/nothing of it is here/);
  expect(kills).toBeGreaterThan(0);
  expect(await tableChecksums(databases, ownerUrl)).toEqual(before);
  await importInto(ownerUrl, "ours");
});

import { randomUUID } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import { claimsName } from "../server/src/platform/jobs/job-claims.ts";
import { type HeldRows, holdRows } from "../server/src/testing/hold-rows.ts";
import { demoAdmin, signInAt } from "../server/src/testing/load-desk.ts";
import { mailOf } from "../server/src/testing/mail-at-desk.ts";
import { openSmtpSink } from "../server/src/testing/smtp-sink.ts";
import { clearDesk, type SpawnedDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { allScopes } from "../server/src/testing/store/open-shopify.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { createShopifyStandIn, type ShopifyStandIn } from "../stand-ins/shopify/create-stand-in.ts";

const supportAddress = "help+weavery2@deskhand.localhost";

let dataDir = "";
let postgres: EmbeddedPostgres;
let owner: pg.Pool;
let tenantId = "";
let shopify: ShopifyStandIn;
let env: Record<string, string>;
let first: SpawnedDesk;
let second: SpawnedDesk;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-jobs-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  shopify = await createShopifyStandIn({ throttle: { isOn: false } });
  env = { DESKHAND_DATA: dataDir, SHOPIFY_STORE_URL: shopify.storeUrl };
  first = await spawnDesk({ env });
  postgres = await startEmbeddedPostgres({ dataDir });
  owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 });
  owner.on("error", () => undefined); // A failed test's locks end with the database.
  const { rows } = await owner.query<{ client_id: string }>(
    "select client_id from inbound_addresses where address = $1",
    [supportAddress],
  );
  tenantId = rows[0]?.client_id ?? "";
});
afterAll(async () => {
  void owner.end();
  await shopify.close();
  await postgres.stop();
  await clearDesk(dataDir);
});

type MailRow = { state: string; tickets: number; attempts: number };

/** Reads one tenant's rows. */
async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = await owner.connect();
  await client.query(`select set_config('app.client_id', $1, false)`, [tenantId]);
  const found = await client.query<Row>(sql, values);
  client.release();
  return found.rows;
}

const mailsAbout = (subject: string) =>
  rows<MailRow>(
    `select state, attempts, (select count(*)::int from support_tickets t where t.subject = $1) as tickets
    from mail_log where subject = $1 or state = 'received'`,
    [subject],
  );

async function countInHand(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where name = 'mail.process' and state = 'active'",
  );
  return rows[0]?.count ?? 0;
}

/** Cuts the two connections with which the processes claim their jobs, once both exist. */
async function cutClaims(): Promise<void> {
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  const claims = "from pg_stat_activity where application_name = $1";
  await until(async () => (await superuser.query(`select ${claims}`, [claimsName])).rowCount === 2);
  const cut = await superuser.query(`select pg_terminate_backend(pid) ${claims}`, [claimsName]);
  expect(cut.rowCount).toBe(2);
  await superuser.end();
}

/** Waits until both processes, connected again, have looked twice for lost jobs. */
async function untilBothLook(): Promise<void> {
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  const looks = new Map<number, Set<string>>();
  const looking =
    "select pid, query_start::text from pg_stat_activity where application_name = $1 and query like 'with lost as%'";
  await until(async () => {
    for (const { pid, query_start } of (await superuser.query(looking, [claimsName])).rows) {
      looks.set(pid, (looks.get(pid) ?? new Set()).add(query_start));
    }
    return [...looks.values()].filter((times) => times.size >= 2).length === 2;
  });
  await superuser.end();
}

/** Sends mails of three people about a subject, and stops their processing in the middle. */
async function write(subject: string, port: number): Promise<HeldRows> {
  const lock = await holdRows(owner, { tenantId }, "select from ticket_number_counters for update", []);
  for (const sender of ["ann", "bob", "cid"]) {
    const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
    const raw = mailOf({ subject, from: `${sender}@customer.example` });
    await transport.sendMail({ envelope: { from: "relay@example.com", to: supportAddress }, raw });
    transport.close();
  }
  return lock;
}

/** Makes the first process begin mails and stop in the middle. */
async function takeInHand(subject: string): Promise<HeldRows> {
  const lock = await write(subject, first.smtpPort);
  await lock.untilWaiting(1);
  await until(async () => (await countInHand()) === 3);
  return lock;
}

/** A store's orders, of which 8 are imported at a time. */
const orders = 72;

/** Connects a store, and stops the first process in the middle of importing its orders. */
async function bringHalfOver(shopDomain: string): Promise<HeldRows> {
  const store = shopify.addStore({ domain: shopDomain });
  store.fill(orders);
  const { accessToken } = store.addToken(allScopes, { isCustom: true });
  store.meet({ kind: "slow", delay: 300 });
  const api = await signInAt(first, demoAdmin);
  await api.shopify.save({ shopDomain, accessToken });
  const some = "select from shopify_syncs where kind = 'backfill' and state = 'running' and orders_fetched >= 16";
  await until(async () => (await rows(some)).length === 1);
  const lock = await holdRows(owner, { tenantId }, "select from shopify_syncs where kind = 'backfill' for update", []);
  await lock.untilWaiting(1);
  shopify.faults.clear();
  return lock;
}

async function expectAllOver(shopDomain: string): Promise<void> {
  await until(async () => (await rows("select from shopify_syncs where state = 'running'")).length === 0);
  const backfill = "select state, orders_fetched, orders_synced, errors from shopify_syncs where kind = 'backfill'";
  expect(await rows(backfill)).toEqual([
    { state: "completed", orders_fetched: orders, orders_synced: orders, errors: 0 },
  ]);
  // These are in addition to the demo's orders.
  const ids = [...shopify.store(shopDomain).store.orders.keys()].map(String);
  const here = "select shopify_order_id as id from shopify_orders where shopify_order_id = any ($1) order by 1";
  expect(await rows(here, [ids])).toEqual(ids.toSorted().map((id) => ({ id })));
}

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  "what a process has in hand is done once, by it or another: when its connection is lost, and when it is killed",
  async () => {
    const cutOff = await takeInHand("Cut off");
    second = await spawnDesk({ env: { ...env, ROLE: "worker" } });
    await cutClaims();
    await untilBothLook();
    await cutOff.release();
    await until(async () => (await mailsAbout("Cut off")).every(({ state }) => state !== "received"));
    for (const mail of await mailsAbout("Cut off")) expect(mail).toMatchObject({ state: "ticket_created", tickets: 3 });
    await until(async () => (await countInHand()) === 0);
    await second.end("SIGTERM");

    const half = await bringHalfOver("half-over.myshopify.com");
    const killed = await takeInHand("Killed");
    second = await spawnDesk({ env: { ...env, ROLE: "worker" } });
    await first.end("SIGKILL");
    await Promise.all([killed.release(), half.release()]);
    await until(async () => (await mailsAbout("Killed")).every(({ state }) => state !== "received"));
    for (const mail of await mailsAbout("Killed")) {
      expect(mail).toMatchObject({ state: "ticket_created", tickets: 3, attempts: 2 });
    }
    await expectAllOver("half-over.myshopify.com");
    expect(await second.end("SIGTERM")).toBe(0);
  },
);

/** The relay delays each mail for this long, and gets three in a row for each ticket. */
const thinksMs = 1_200;
const kills = 8;

test.skipIf(process.env.TEST_POSTGRES_BIN)(
  "mail that waits goes on at once after many kills, in and out, and each ticket's in its order",
  async () => {
    const relay = await openSmtpSink({ thinksMs });
    const mailEnv = { ...env, SMTP_URL: relay.url, SENDING_QUOTA: "0" };
    const door = await spawnDesk({ env: { ...mailEnv, ROLE: "web,smtp" } });
    const api = await signInAt(door, demoAdmin);
    const { items } = await api.tickets.list({ view: "active" });
    const tickets = items.slice(0, 4).map(({ id }) => id);
    for (const content of ["First", "Second", "Third"]) {
      for (const ticketId of tickets) {
        const key = { idempotencyKey: randomUUID(), lastSeenMessageId: null, sendAnyway: true };
        await api.messages.reply({ ticketId, content, ...key });
      }
    }
    const waiting = "select from outgoing_mails where state = 'queued'";
    const lock = await write("Many kills", door.smtpPort);
    for (let count = 0; count < kills; count += 1) {
      const before = relay.commands.length;
      const worker = await spawnDesk({ env: { ...mailEnv, ROLE: "worker" } });
      // A slow machine may have sent everything before the last kills.
      const isSending = async () => relay.commands.slice(before).includes("DATA") || (await rows(waiting)).length === 0;
      await until(async () => (await countInHand()) === 3 && (await isSending()));
      await worker.end("SIGKILL");
    }
    // No worker runs; the mails still become due, without a pause.
    await until(async () => (await countInHand()) === 0);
    const due = "select from pgboss.job where name = 'mail.process' and state < 'active' and start_after <= now()";
    expect((await owner.query(due)).rowCount).toBe(3);
    await lock.release();

    const worker = await spawnDesk({ env: { ...mailEnv, ROLE: "worker" } });
    const began = performance.now();
    const since = () => Math.round(performance.now() - began);
    await until(async () => (await mailsAbout("Many kills")).every(({ state }) => state === "ticket_created"));
    const inMs = since();
    // A pause that doubled with each kill would outlast the test.
    await until(async () => (await rows(waiting)).length === 0);
    const outMs = since();
    console.log(
      `After ${kills} kills: three mails in hand were tickets after ${inMs} ms, all replies out after ${outMs} ms`,
    );

    const sent = await rows<{ id: string; ticket: string; state: string }>(
      `select o.mail_message_id as id, m.ticket_id as ticket, o.state from outgoing_mails o join ticket_messages m on m.id = o.message_id
        where m.ticket_id = any ($1) and m.content in ('First', 'Second', 'Third') order by m.created_at, m.id`,
      [tickets],
    );
    expect(sent.map(({ state }) => state)).toEqual(sent.map(() => "sent"));
    const relayed = relay.mails.map(({ parsed }) => parsed.messageId?.slice(1, -1) ?? "");
    for (const ticket of tickets) {
      const ids = sent.filter((mail) => mail.ticket === ticket).map(({ id }) => id);
      const came = relayed.filter((id) => ids.includes(id));
      // A mail that was accepted at the moment of a kill comes again, before any other of its ticket.
      expect(came.filter((id, at) => id !== came[at - 1])).toEqual(ids);
    }
    expect(await Promise.all([worker, door].map((desk) => desk.end("SIGTERM")))).toEqual([0, 0]);
    await relay.close();
  },
);

import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./platform/db/embedded-postgres.ts";
import { claimsName } from "./platform/jobs/job-claims.ts";
import { type HeldRows, holdRows } from "./testing/hold-rows.ts";
import { mailOf } from "./testing/mail-at-desk.ts";
import { clearDesk, type SpawnedDesk, spawnDesk } from "./testing/spawn-desk.ts";
import { until } from "./testing/take-mail.ts";

const supportAddress = "help+weavery2@deskhand.localhost";
/** Three seconds are promised; a machine that is busy with other tests gets as many more. */
const mostMs = 6_000;

let dataDir = "";
let postgres: EmbeddedPostgres;
let owner: pg.Pool;
let tenantId = "";
let first: SpawnedDesk;
let second: SpawnedDesk;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-jobs-"));
  await chmod(dataDir, 0o711); // As root, PostgreSQL's user must pass through.
  first = await spawnDesk({ env: { DESKHAND_DATA: dataDir } });
  postgres = await startEmbeddedPostgres({ dataDir });
  owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 });
  owner.on("error", () => undefined); // What a failed test still holds ends with the database.
  const { rows } = await owner.query<{ client_id: string }>(
    "select client_id from inbound_addresses where address = $1",
    [supportAddress],
  );
  tenantId = rows[0]?.client_id ?? "";
}, 90_000);
afterAll(async () => {
  void owner.end();
  await postgres.stop();
  await clearDesk(dataDir);
});

type MailRow = { state: string; tickets: number; attempts: number };

async function mailsAbout(subject: string): Promise<MailRow[]> {
  const client = await owner.connect();
  await client.query(`select set_config('app.client_id', $1, false)`, [tenantId]);
  const { rows } = await client.query<MailRow>(
    `select state, attempts, (select count(*)::int from support_tickets t where t.subject = $1) as tickets
    from mail_log where subject = $1 or state = 'received'`,
    [subject],
  );
  client.release();
  return rows;
}

async function countInHand(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where name = 'mail.process' and state = 'active'",
  );
  return rows[0]?.count ?? 0;
}

/** Cuts the connections through which processes claim their jobs. */
async function cutClaims(): Promise<number | null> {
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  const { rowCount } = await superuser.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
    [claimsName],
  );
  await superuser.end();
  return rowCount;
}

/** Has the first process take mails in hand and wait in the middle of them. */
async function takeInHand(subject: string): Promise<HeldRows> {
  const held = await holdRows(owner, { tenantId }, "select from ticket_number_counters for update", []);
  for (const sender of ["ann", "bob", "cid"]) {
    const transport = createTransport({ host: "127.0.0.1", port: first.smtpPort, ignoreTLS: true });
    const raw = mailOf({ subject, from: `${sender}@customer.example` });
    await transport.sendMail({ envelope: { from: "relay@example.com", to: supportAddress }, raw });
    transport.close();
  }
  await held.untilWaiting(1);
  await until(async () => (await countInHand()) === 3);
  return held;
}

// It always runs on the embedded database, so once is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  "what a process has in hand is done once, by it or another: when its connection is lost, and within seconds when it is killed",
  async () => {
    const cutOff = await takeInHand("Cut off");
    second = await spawnDesk({ env: { DESKHAND_DATA: dataDir, ROLE: "worker" } });
    expect(await cutClaims()).toBe(2);
    // Both look for lost jobs meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await cutOff.release();
    await until(async () => (await mailsAbout("Cut off")).every(({ state }) => state !== "received"));
    for (const mail of await mailsAbout("Cut off")) expect(mail).toMatchObject({ state: "ticket_created", tickets: 3 });
    await until(async () => (await countInHand()) === 0);
    await second.end("SIGTERM");

    const killed = await takeInHand("Killed");
    second = await spawnDesk({ env: { DESKHAND_DATA: dataDir, ROLE: "worker" } });
    const killedAt = Date.now();
    await first.end("SIGKILL");
    await killed.release();
    await until(async () => (await mailsAbout("Killed")).every(({ state }) => state !== "received"));
    expect(Date.now() - killedAt).toBeLessThan(mostMs);
    for (const mail of await mailsAbout("Killed")) {
      expect(mail).toMatchObject({ state: "ticket_created", tickets: 3, attempts: 2 });
    }
    expect(await second.end("SIGTERM")).toBe(0);
  },
  120_000,
);

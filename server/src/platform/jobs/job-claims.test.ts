import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { copyTestDatabase, testSecret } from "../../testing/test-databases.ts";
import { urlForRole } from "../db/roles.ts";
import { openListening } from "../realtime/listen.ts";
import { claimsName, JobClaims, mostBreakOffs } from "./job-claims.ts";
import { openJobQueue } from "./job-queue.ts";

test("claims further jobs after a lost connection, even while another process has the lost ones", async () => {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const url = urlForRole(ownerUrl, "app", testSecret);
  const faults: Error[] = [];
  const [first, second] = [new JobClaims(url, (error) => faults.push(error)), new JobClaims(url, () => undefined)];
  const [lost, next] = [randomUUID(), randomUUID()];
  await first.exchange([], [lost]);
  await cut(url);
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  await second.exchange([], [lost]);
  await first.exchange([], [next]);
  await Promise.all([first.close(), second.close()]);
  await drop();
});

async function cut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()",
    [claimsName],
  );
  await client.end();
}

const queue = "mail.deliver-claim";

/** A database with a job, and queries for its state and its claims. */
async function withJob() {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await drop();
  });
  await owner.query("insert into pgboss.job (name, data, retry_limit, heartbeat_seconds) values ($1, $2, 3, 60)", [
    queue,
    { tenantId: randomUUID(), payload: {} },
  ]);
  type Row = { id: string; state: string; retry_count: number; is_due: boolean };
  const jobSql = "select id, state, retry_count, start_after <= now() as is_due from pgboss.job where name = $1";
  return {
    url: urlForRole(ownerUrl, "app", testSecret),
    job: async () => (await owner.query<Row>(jobSql, [queue])).rows[0],
    /** Marks a job as running in a process last heard of `silentSeconds` ago; returns its id. */
    async take(silentSeconds = 0): Promise<string> {
      const takeSql = `update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
        heartbeat_on = now() - make_interval(secs => $2) where name = $1 returning id`;
      return (await owner.query<{ id: string }>(takeSql, [queue, silentSeconds])).rows[0]?.id ?? "";
    },
  };
}

test("puts back jobs of dead processes at once without counting a try, until interrupted too often", async () => {
  const { url, job, take } = await withJob();
  const claims = new JobClaims(url, () => undefined);
  const ids = new Set<string>();
  for (let count = 0; count < mostBreakOffs; count += 1) {
    ids.add(await take());
    expect(await claims.scan([queue])).toEqual([queue]);
    expect(await job()).toMatchObject({ state: "created", retry_count: 0, is_due: true });
  }
  // A process that still has the job ends an id that is gone.
  expect(ids.size).toBe(mostBreakOffs);
  await take();
  expect(await claims.scan([queue])).toEqual([]);
  expect(await job()).toMatchObject({ state: "active" });
  await claims.close();
});

test("leaves running jobs unless their process was silent for ten seconds or has ended them", async () => {
  const { url, job, take } = await withJob();
  const [theirs, others] = [new JobClaims(url, () => undefined), new JobClaims(url, () => undefined)];
  const id = await take();
  await theirs.exchange([], [id]);
  for (const claims of [theirs, others]) expect(await claims.scan([queue])).toEqual([]);
  await take(11);
  expect(await theirs.scan([queue])).toEqual([]);
  theirs.markEnded([id]);
  expect(await theirs.scan([queue])).toEqual([queue]);
  expect(await job()).toMatchObject({ state: "created", retry_count: 0 });
  const next = await take(11);
  await theirs.exchange([], [next]);
  expect(await others.scan([queue])).toEqual([queue]);
  await Promise.all([theirs.close(), others.close()]);
});

test("a process without workers puts back jobs of others", async () => {
  const { url, job, take } = await withJob();
  await take();
  const listening = await openListening(url, () => undefined, { everyMs: 10_000, withinMs: 60_000 });
  const patience = { statementMs: 60_000, lockMs: 0, idleMs: 0 };
  const boss = await openJobQueue(url, listening, () => undefined, { patience });
  await expect.poll(async () => (await job())?.state).toBe("created");
  await boss.stop();
  await listening.stop();
});

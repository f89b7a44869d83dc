import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { openWayToDatabase } from "../../../../stand-ins/way-to-database.ts";
import { copyTestDatabase, testSecret } from "../../testing/test-databases.ts";
import { urlForRole } from "../db/roles.ts";
import { openListening } from "../realtime/listen.ts";
import type { JobKind } from "./job.ts";
import { type JobQueue, openJobQueue } from "./job-queue.ts";

const kind: JobKind<object> = {
  name: "mail.deliver-claim",
  retryLimit: 1,
  retryDelay: 1,
  retryDelayMax: 1,
  expireInSeconds: 60,
};
const hasty = { patience: { statementMs: 800, lockMs: 0, idleMs: 0 }, stuckAfterMs: 3_500, asksEverySeconds: 1 };

async function openQueue(url: string) {
  const listening = await openListening(url, () => undefined, { everyMs: 200, withinMs: 800 });
  const queue = await openJobQueue(url, listening, () => undefined, hasty);
  return { ...queue, stop: () => Promise.all([queue.stop(), listening.stop()]) };
}

/** Returns null if all workers work, else the error. */
const works = (queue: Pick<JobQueue, "check">) =>
  queue.check().then(
    () => true,
    (error: Error) => error.message,
  );

test("reports workers as stuck if the queue does not answer", async () => {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const way = await openWayToDatabase(ownerUrl);
  const queue = await openQueue(urlForRole(way.url, "app", testSecret));
  await queue.work({ kind, concurrency: 2, batch: 1, work: async () => undefined });
  await queue.check();
  way.fallSilent(true);
  await expect.poll(() => works(queue)).toBe("No jobs are taken from mail.deliver-claim");
  // Tells hanging queries that it is over.
  await Promise.all([queue.stop(), way.shut()]);
  await drop();
});

test("queues whose jobs are not due do not count as stuck, with and without a worker", async () => {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const queue = await openQueue(urlForRole(ownerUrl, "app", testSecret));
  await queue.schedule({ name: "auth.delete-expired", cron: "0 0 1 1 *" }, async () => undefined);
  const done = Promise.withResolvers<void>();
  await queue.work({ kind, concurrency: 2, batch: 1, work: async () => done.resolve() });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("insert into pgboss.job (name, data) values ($1, $2)", [
    kind.name,
    { tenantId: randomUUID(), payload: {} },
  ]);
  await owner.end();
  await done.promise;
  // What is not asked for becomes stuck only by time.
  await sleep(hasty.stuckAfterMs + 500);
  // It has polled several times by then; one poll may be late.
  await expect.poll(() => works(queue)).toBe(true);
  await queue.stop();
  await drop();
});

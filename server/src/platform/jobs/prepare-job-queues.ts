import type pg from "pg";
import { PgBoss } from "pg-boss";
import { databaseRoles } from "../db/roles.ts";
import type { QueueSettings } from "./job.ts";

/** Creates or updates the queue's own tables and the queues, as the owner; then the server's role may use them. */
export async function prepareJobQueues(ownerUrl: string, owner: pg.ClientBase, queues: QueueSettings[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false });
  // Errors also reject the calls below; without a listener the first would end the process.
  boss.on("error", () => undefined);
  await boss.start();
  try {
    for (const { name, retryLimit, retryDelay, retryDelayMax, expireInSeconds } of queues) {
      const options = {
        retryLimit,
        retryDelay,
        retryDelayMax,
        retryBackoff: true,
        expireInSeconds,
        notify: true,
        // What a process no longer has in hand is put back long before (docs/decisions/0091).
        heartbeatSeconds: 60,
      };
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, { ...options, deleteAfterSeconds: 24 * 3600 });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  // What is in hand is looked through every second, among all that was done in a day.
  await owner.query("create index if not exists job_in_hand on pgboss.job (name) where state = 'active'");
  await owner.query(`grant usage on schema pgboss to ${databaseRoles.app}`);
  await owner.query(`grant select, insert, update, delete on all tables in schema pgboss to ${databaseRoles.app}`);
  await owner.query(`grant execute on all functions in schema pgboss to ${databaseRoles.app}`);
}

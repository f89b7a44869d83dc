import type pg from "pg";
import { PgBoss } from "pg-boss";
import { databaseRoles } from "../db/roles.ts";
import type { QueueSettings } from "./job.ts";

/** Creates or updates the job tables and queues as the owner, and gives the server's role access. */
export async function prepareJobQueues(ownerUrl: string, owner: pg.ClientBase, queues: QueueSettings[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false });
  // Errors also reject the calls below; an unhandled "error" event would end the process.
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
        // Jobs of dead processes are put back long before (docs/decisions/0091).
        heartbeatSeconds: 60,
      };
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, { ...options, deleteAfterSeconds: 24 * 3600 });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  // Running jobs are scanned every second, among a whole day's finished ones.
  await owner.query("create index if not exists job_in_hand on pgboss.job (name) where state = 'active'");
  await owner.query(`grant usage on schema pgboss to ${databaseRoles.app}`);
  await owner.query(`grant select, insert, update, delete on all tables in schema pgboss to ${databaseRoles.app}`);
  await owner.query(`grant execute on all functions in schema pgboss to ${databaseRoles.app}`);
}

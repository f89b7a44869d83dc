import pg from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import { newId } from "../db/ids.ts";

const together = 1_000;

/** Returns the statement that copies waiting and running jobs, without their number of tries. */
export function waitingJobsSql(queues: readonly string[]): string {
  const names = queues.map((name) => pg.escapeLiteral(name)).join(", ");
  return `copy (select name, data, start_after from pgboss.job
    where name in (${names}) and state < 'completed' order by created_on, id) to stdout`;
}

/** A temporary table for a backup's jobs, dropped at the end of the transaction. */
export const restoredJobs = {
  name: "pg_temp.restored_jobs",
  createSql: `create temporary table restored_jobs
    (number bigint generated always as identity, name text, data jsonb, start_after timestamptz) on commit drop`,
  copySql: "copy pg_temp.restored_jobs (name, data, start_after) from stdin",
};

type Restored = { number: string; name: string; data: object; startAfter: Date };

/** Queues the restored jobs whose queue is in `queues`, in the owner's transaction. */
export async function queueRestoredJobs(
  ownerUrl: string,
  owner: pg.ClientBase,
  queues: readonly string[],
): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, migrate: false, supervise: false, schedule: false });
  // Errors also reject the calls below; an unhandled "error" event would end the process.
  boss.on("error", () => undefined);
  await boss.start();
  try {
    const db = { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) };
    for (let after = "0"; ; ) {
      const { rows } = await owner.query<Restored>(
        `select number, name, data, start_after as "startAfter" from pg_temp.restored_jobs
         where number > $1 and name = any ($2) order by number limit ${together}`,
        [after, queues],
      );
      const last = rows.at(-1);
      if (!last) return;
      for (const [name, jobs = []] of Object.entries(Object.groupBy(rows, (row) => row.name)))
        await boss.insert(name, jobs.map(toInsert), { db });
      after = last.number;
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

function toInsert({ data, startAfter }: Restored): JobInsert {
  // New ids keep jobs of the same time in their order.
  return { id: newId(), data, startAfter };
}

import pg from "pg";
import type { QueueSettings } from "../jobs/job.ts";
import { prepareJobQueues } from "../jobs/prepare-job-queues.ts";
import { StartFault } from "../start-fault.ts";
import { migrate } from "./migrate.ts";

/** Brings a database up to date as its owner: roles, migrations, the job queue's own tables and the queues. */
export async function prepareDatabase(ownerUrl: string, secret: string, queues: QueueSettings[]): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  try {
    await owner.connect();
  } catch (error) {
    throw new StartFault(`The database is not reachable: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    await migrate(ownerUrl, secret);
    await prepareJobQueues(ownerUrl, owner, queues);
  } finally {
    await owner.end();
  }
}

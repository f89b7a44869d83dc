import pg from "pg";
import type { QueueSettings } from "../jobs/job.ts";
import { prepareJobQueues } from "../jobs/prepare-job-queues.ts";
import { ensureInstallationKey } from "../mailer/installation-key.ts";
import { StartFault } from "../start-fault.ts";
import { connectionFault } from "./connection-fault.ts";
import { migrate } from "./migrate.ts";

/** Processes that start at the same time prepare their database one after the other. */
const preparingLock = 4_711_000;

/** Brings a database up to date as its owner: roles, migrations, the key that signs mail, the job queue's own tables and the queues. */
export async function prepareDatabase(ownerUrl: string, secret: string, queues: QueueSettings[]): Promise<void> {
  await asPreparer(ownerUrl, async (owner) => {
    await migrate(owner, secret);
    await ensureInstallationKey(owner, secret);
    await prepareJobQueues(ownerUrl, owner, queues);
  });
}

/** Connects as the owner, and lets nobody else prepare the database until the work is done. */
export async function asPreparer<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  // A connection that is lost fails the statement that uses it, which reports it.
  owner.on("error", () => undefined);
  try {
    await owner.connect();
  } catch (error) {
    throw connectionFault(ownerUrl, error);
  }
  try {
    await refuseStranger(owner);
    await owner.query("select pg_advisory_lock($1)", [preparingLock]);
    return await work(owner);
  } finally {
    await owner.end();
  }
}

async function refuseStranger(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`
    select current_user as role, current_database() as database,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may`);
  const { role, database, may } = rows[0];
  if (may) return;
  throw new StartFault(
    `The role ${role} may not make tables in the database ${database}: alter database ${database} owner to ${role};`,
  );
}

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { QueueSettings } from "../jobs/job.ts";
import { prepareJobQueues } from "../jobs/prepare-job-queues.ts";
import { ensureInstallationKey } from "../mailer/installation-key.ts";
import { keepSecret, newSecret, readSecret } from "../secrets/secret-file.ts";
import { noticed, type SlowNotice, StartFault } from "../start/start-notices.ts";
import { hasTable, isRunning } from "./as-owner.ts";
import { connectionFault } from "./database-faults.ts";
import { judgeHistory, migrate } from "./migrate.ts";
import { connectionTo } from "./pool.ts";
import { hasOtherRoles, refuseOtherSecret } from "./refuse-other-secret.ts";
import { ensureRoles } from "./roles.ts";

/** Processes that start at the same time prepare their database one after the other. */
const preparingLock = 4_711_000;

/** Brings a database up to date as its owner: roles, migrations, the key that signs mail, the job queue's own tables and the queues. */
export async function prepareDatabase(
  ownerUrl: string,
  secret: string,
  queues: QueueSettings[],
  notice?: SlowNotice,
): Promise<void> {
  const prepare = async (owner: pg.Client) => {
    await refuseOtherSecret(owner, ownerUrl, secret);
    await migrate(owner, secret, { notice });
    await ensureInstallationKey(owner, secret);
    await prepareJobQueues(ownerUrl, owner, queues);
  };
  await asPreparer(ownerUrl, prepare, notice);
}

export type SecretSource = {
  /** What the settings say, before which nothing else counts. */
  set: string | null;
  /** Where it is kept otherwise. */
  path: string;
  /** Whether it takes the place of one that is lost: what was sealed or signed under that opens no more. */
  isNew: boolean;
};

/**
 * The secret that the installation runs with. One that is made is kept only once the database is known to take it, and before it does: a
 * refused start leaves none behind, and nothing is ever sealed under a secret that is not on the disk.
 */
export async function settleSecret(ownerUrl: string, source: SecretSource, notice?: SlowNotice): Promise<string> {
  const { path, isNew } = source;
  const settle = async (owner: pg.Client) => {
    const { known, wanted } = await judge(owner, ownerUrl, source);
    const secret = known ?? (await keepSecret(path, wanted));
    // In the same turn, so that whoever made another one elsewhere finds out before keeping it.
    if (isNew || known === undefined) await ensureRoles(owner, secret);
    if (isNew && (await hasTable(owner, "installation_keys"))) await ensureInstallationKey(owner, secret);
    return secret;
  };
  return asPreparer(ownerUrl, settle, notice);
}

/** Throws where a start with this secret would be refused by what the database holds, and changes nothing. */
export async function refuseData(ownerUrl: string, source: SecretSource, notice?: SlowNotice): Promise<void> {
  await asPreparer(ownerUrl, (owner) => judge(owner, ownerUrl, source), notice);
}

async function judge(owner: pg.Client, ownerUrl: string, { set, path, isNew }: SecretSource) {
  // Looked at here, as another first start may have made it by now.
  const known = set ?? (await readSecret(path));
  const wanted = known ?? newSecret();
  await (isNew ? refuseRunning : refuseOtherSecret)(owner, ownerUrl, wanted);
  // Before another secret takes its place in a database that is refused afterwards.
  await judgeHistory(owner);
  return { known, wanted };
}

/** Throws where a process has the passwords that another secret would change. */
async function refuseRunning(owner: pg.Client, ownerUrl: string, secret: string): Promise<void> {
  if (await isRunning(owner))
    throw new StartFault("Deskhand runs on this database: stop it first. Nothing was changed");
  // Roles belong to the whole server.
  if ((await hasOtherRoles(owner, ownerUrl, secret)) && (await isRunning(owner, "anywhere")))
    throw new StartFault(
      "Another Deskhand runs on this PostgreSQL server, with roles of another secret: stop it first, and give it the same secret or a server of its own. Nothing was changed",
    );
}

/** Connects as the owner, and lets nobody else prepare the database until the work is done. */
export async function asPreparer<T>(
  ownerUrl: string,
  work: (owner: pg.Client) => Promise<T>,
  notice?: SlowNotice,
): Promise<T> {
  const owner = new pg.Client(connectionTo(ownerUrl));
  // A connection that is lost fails the statement that uses it, which reports it.
  owner.on("error", () => undefined);
  try {
    await owner.connect();
  } catch (error) {
    throw connectionFault(ownerUrl, error);
  }
  try {
    await refuseStranger(owner);
    await noticed(notice, "Another process prepares this database: waiting until it is done", async () => {
      while (!(await takeTurn(owner))) await sleep(100);
    });
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/**
 * Asks again and again: who waited for it inside the database would be waited for by whoever has it and builds an index, which is
 * done when all have ended that began before.
 */
async function takeTurn(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
    preparingLock,
  ]);
  return rows[0]?.isOurs ?? false;
}

async function refuseStranger(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`
    select current_user as role, current_database() as database,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may,
      (select tableowner from pg_tables where schemaname = 'public' and tablename = 'schema_migrations'
        and not pg_has_role(tableowner, 'usage')) as stranger`);
  const { role, database, may, stranger } = rows[0];
  if (!may)
    throw new StartFault(
      `The role ${role} may not make tables in the database ${database}: alter database ${database} owner to ${role};`,
    );
  if (stranger)
    throw new StartFault(
      `The tables in the database ${database} belong to the role ${stranger}, not to ${role}: as a superuser there, reassign owned by ${stranger} to ${role};`,
    );
}

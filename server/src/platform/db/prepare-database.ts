import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { QueueSettings } from "../jobs/job.ts";
import { prepareJobQueues } from "../jobs/prepare-job-queues.ts";
import { ensureInstallationKey } from "../mailer/installation-key.ts";
import { keepSecret, newSecret, readSecret } from "../secrets/secret-file.ts";
import { announceIfSlow, type SlowNotice, StartFault } from "../start/start-notices.ts";
import { hasTable, isRunning } from "./as-owner.ts";
import { connectionFault } from "./database-faults.ts";
import { judgeHistory, migrate } from "./migrate.ts";
import { connectionTo } from "./pool.ts";
import { hasOtherRoles, refuseOtherSecret } from "./refuse-other-secret.ts";
import { ensureRoles } from "./roles.ts";

/** Processes that start together prepare the database one after the other. */
const preparingLock = 4_711_000;

/** Brings a database up to date as its owner: roles, migrations, the mail-signing key, and the job queues. */
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
  await withPreparingLock(ownerUrl, prepare, notice);
}

export type SecretSource = {
  /** The secret from the settings, which takes precedence. */
  set: string | null;
  /** The file that stores it otherwise. */
  path: string;
  /** Whether it replaces a lost secret; whatever that sealed or signed stays unreadable. */
  isNew: boolean;
};

/**
 * Returns the installation's secret. A new one is written to disk after the database has been checked and before it is
 * used: a refused start leaves none behind, and nothing is sealed with an unsaved secret.
 */
export async function settleSecret(ownerUrl: string, source: SecretSource, notice?: SlowNotice): Promise<string> {
  const { path, isNew } = source;
  const settle = async (owner: pg.Client) => {
    const { known, wanted } = await checkSecret(owner, ownerUrl, source);
    const secret = known ?? (await keepSecret(path, wanted));
    // Within the same lock, so that a process that made another secret notices before saving it.
    if (isNew || known === undefined) await ensureRoles(owner, secret);
    if (isNew && (await hasTable(owner, "installation_keys"))) await ensureInstallationKey(owner, secret);
    return secret;
  };
  return withPreparingLock(ownerUrl, settle, notice);
}

/** Throws if the database's contents would refuse a start with this secret. Changes nothing. */
export async function checkStart(ownerUrl: string, source: SecretSource, notice?: SlowNotice): Promise<void> {
  await withPreparingLock(ownerUrl, (owner) => checkSecret(owner, ownerUrl, source), notice);
}

async function checkSecret(owner: pg.Client, ownerUrl: string, { set, path, isNew }: SecretSource) {
  // Read under the lock, as another first start may have written it.
  const known = set ?? (await readSecret(path));
  const wanted = known ?? newSecret();
  await (isNew ? refuseRunning : refuseOtherSecret)(owner, ownerUrl, wanted);
  // Refuses a foreign history before a new secret is applied.
  await judgeHistory(owner);
  return { known, wanted };
}

/** Throws if a running process uses passwords that the new secret would change. */
async function refuseRunning(owner: pg.Client, ownerUrl: string, secret: string): Promise<void> {
  if (await isRunning(owner))
    throw new StartFault("Deskhand runs on this database: stop it first. Nothing was changed");
  // Roles belong to the whole PostgreSQL server.
  if ((await hasOtherRoles(owner, ownerUrl, secret)) && (await isRunning(owner, "anywhere")))
    throw new StartFault(
      "Another Deskhand runs on this PostgreSQL server, with roles of another secret: stop it first, and give it the same secret or a server of its own. Nothing was changed",
    );
}

/** Connects as the owner and runs work while no other process prepares the database. */
export async function withPreparingLock<T>(
  ownerUrl: string,
  work: (owner: pg.Client) => Promise<T>,
  notice?: SlowNotice,
): Promise<T> {
  const owner = new pg.Client(connectionTo(ownerUrl));
  // A lost connection also fails the running statement, which reports it.
  owner.on("error", () => undefined);
  try {
    await owner.connect();
  } catch (error) {
    throw connectionFault(ownerUrl, error);
  }
  try {
    await refuseForeignTables(owner);
    await announceIfSlow(notice, "Another process prepares this database: waiting until it is done", async () => {
      while (!(await tryLock(owner))) await sleep(100);
    });
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/**
 * Polls for the lock: waiting for it inside the database would deadlock with a concurrent index build, which waits for
 * all earlier transactions.
 */
async function tryLock(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
    preparingLock,
  ]);
  return rows[0]?.isOurs ?? false;
}

async function refuseForeignTables(owner: pg.Client): Promise<void> {
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

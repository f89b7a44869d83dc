import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { startEmbeddedPostgres } from "../db/embedded/embedded-postgres.ts";
import {
  findOlderCluster,
  holdOlderServer,
  keptFolder,
  makeNext,
  markReady,
  removeNext,
  replaceOlderCluster,
} from "../db/embedded/older-cluster.ts";
import { reasonOf } from "../error-code.ts";
import type { QueueSettings } from "../jobs/job.ts";
import { StartFault } from "../start/start-notices.ts";
import { checkBackup } from "./check-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

export type ClusterMove = {
  dataDir: string;
  secret: string;
  queues: QueueSettings[];
  /** The queues whose waiting jobs move too: those of one-off work. */
  jobNames: readonly string[];
  log: Pick<Logger, "info" | "warn">;
};

/**
 * Moves the embedded database to our major version of PostgreSQL by a backup and restore beside it, comparing every
 * row. The older cluster stays unchanged until the swap, and is kept.
 */
export async function moveOlderCluster(move: ClusterMove): Promise<void> {
  const older = await findOlderCluster(move.dataDir);
  if (!older) return;
  const { log, dataDir } = move;
  const server = await holdOlderServer(older, dataDir, log);
  const names = `PostgreSQL ${older.major} to PostgreSQL ${older.ourMajor}`;
  log.info(`The database moves from ${names}: this takes as long as a backup and its restore`);
  try {
    await copyTo(await makeNext(older), server.ownerUrl, move);
    await markReady(older);
  } catch (cause) {
    // A full disk needs free space before the server can stop cleanly.
    await removeNext(older.home);
    await server.stop().catch(() => undefined); // The failed move matters more; the next start finds the server.
    throw new StartFault(
      `The database could not be moved from ${names}: ${reasonOf(cause)}. It is in ${join(older.home, "pg")} as it was.`,
      { cause },
    );
  }
  await server.stop();
  await replaceOlderCluster(older);
  log.info(
    `The database has moved from ${names}. As it was it is kept in ${keptFolder(older)}, with its own postgresql.conf and pg_hba.conf, of which nothing was taken over: remove that when all is well. ` +
      `To go back, stop Deskhand, move ${join(older.home, "pg")} away, give that folder its name, and start the earlier Deskhand; what came since then is not in it.`,
  );
}

/** Creates a cluster of our version in its own data directory and copies everything into it. */
async function copyTo(next: string, ownerUrl: string, move: ClusterMove): Promise<void> {
  const { secret, queues, jobNames } = move;
  const path = join(next, "backup");
  const signal = new AbortController().signal;
  await writeBackup(path, { ownerUrl, product: "moved", secret, files: new Map(), queues: jobNames }, signal);
  const server = await startEmbeddedPostgres({ dataDir: next });
  try {
    await using file = await open(path);
    const target = {
      ownerUrl: server.ownerUrl,
      secret,
      queues,
      wantedQueues: jobNames,
      onEmpty: async () => {},
      settle: async () => {},
    };
    await restoreBackup(file, await checkBackup(file), target, signal);
  } finally {
    await server.stop();
    // Long paths use a socket in a shorter directory elsewhere.
    for (const left of [path, ...(server.socketDir === join(next, "pg") ? [] : [server.socketDir])])
      await rm(left, { recursive: true, force: true });
  }
}

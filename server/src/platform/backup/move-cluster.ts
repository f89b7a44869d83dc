import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { startEmbeddedPostgres } from "../db/embedded/embedded-postgres.ts";
import {
  findOlderCluster,
  forgetNext,
  holdOlderServer,
  keptFolder,
  makeNext,
  markReady,
  replaceOlderCluster,
} from "../db/embedded/older-cluster.ts";
import { reasonOf } from "../error-code.ts";
import type { QueueSettings } from "../jobs/job.ts";
import { StartFault } from "../start/start-notices.ts";
import { checkBackup } from "./check-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

export type Moving = {
  dataDir: string;
  secret: string;
  queues: QueueSettings[];
  /** The queues whose waiting jobs go along: all that is done once. */
  jobNames: readonly string[];
  log: Pick<Logger, "info" | "warn">;
};

/**
 * Moves the embedded database to the major version of PostgreSQL that we come with, where an earlier one made it: by a backup
 * that is restored beside it, every row compared. The older one is kept and told; until the last moment it is as it was.
 */
export async function moveOlderCluster(moving: Moving): Promise<void> {
  const older = await findOlderCluster(moving.dataDir);
  if (!older) return;
  const { log, dataDir } = moving;
  const server = await holdOlderServer(older, dataDir, log);
  const names = `PostgreSQL ${older.major} to PostgreSQL ${older.ourMajor}`;
  log.info(`The database moves from ${names}: this takes as long as a backup and its restore`);
  try {
    await copyTo(await makeNext(older), server.ownerUrl, moving);
    await markReady(older);
  } catch (cause) {
    // On a full disk there has to be room before anything can stop in order.
    await forgetNext(older.home);
    await server.stop().catch(() => undefined); // Why it could not be moved is what counts; the next start finds the server.
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

/** Makes a cluster of our version in a data directory of its own, and puts everything there. */
async function copyTo(next: string, ownerUrl: string, moving: Moving): Promise<void> {
  const { secret, queues, jobNames } = moving;
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
    // A short one elsewhere, where the path is long.
    for (const left of [path, ...(server.socketDir === join(next, "pg") ? [] : [server.socketDir])])
      await rm(left, { recursive: true, force: true });
  }
}

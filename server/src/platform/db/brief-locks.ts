import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { codeOf } from "../error-code.ts";

/** How long to wait for a lock, how long to pause for others before a retry, and how often to try. */
export type LockPatience = { lockMs: number; pauseMs: number; tries: number };

/** Longer than the second after which PostgreSQL cancels an autovacuum in the way; two minutes in all. */
const defaultPatience: LockPatience = { lockMs: 2_000, pauseMs: 1_000, tries: 40 };
/** A lock timeout, and a deadlock. */
const lockCodes = ["55P03", "40P01"];

/**
 * Runs work that changes tables in use, in its own transaction. Others queue behind a pending lock on a table, so it
 * gives up soon, lets them through, and retries after `beforeRetry`. Throws what the work threw, and then nothing has
 * changed.
 */
export async function withBriefLocks(
  client: pg.Client,
  work: () => Promise<void>,
  { lockMs, pauseMs, tries }: LockPatience = defaultPatience,
  beforeRetry: () => Promise<void> = async () => {},
): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}`);
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      // A lost connection has ended the transaction; the first error says why.
      await client.query("rollback").catch(() => undefined);
      if (!isLockFault(error)) throw error;
      if (left === 0) {
        const why = "others kept using what it changes; start again when a backup or a long query is over";
        throw new Error(why, { cause: error });
      }
    }
    await sleep(pauseMs);
    await beforeRetry();
  }
}

/** Whether the error, or its cause, is a lock that was not granted. */
export function isLockFault(error: unknown): boolean {
  return error instanceof Error && [error, error.cause].some((each) => lockCodes.includes(codeOf(each) ?? ""));
}

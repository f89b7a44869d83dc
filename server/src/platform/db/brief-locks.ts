import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { codeOf } from "../error-code.ts";

/** How long it waits for a lock, how long it lets others go on before it tries again, and how often it tries. */
export type LockPatience = { lockMs: number; pauseMs: number; tries: number };

/** Longer than the second after which PostgreSQL ends a vacuum that is in the way; two minutes in all. */
const usual: LockPatience = { lockMs: 2_000, pauseMs: 1_000, tries: 40 };
/** A lock that did not come in time, or that would never have come. */
const lockCodes = ["55P03", "40P01"];

/**
 * Runs work that changes tables which others use, in a transaction of its own. Whoever wants a table waits behind one that waits for
 * its lock: so it soon gives up, lets all through, and tries again, after `beforeAgain`. Throws what the work threw, and nothing is
 * changed then.
 */
export async function withBriefLocks(
  client: pg.Client,
  work: () => Promise<void>,
  { lockMs, pauseMs, tries }: LockPatience = usual,
  beforeAgain: () => Promise<void> = async () => {},
): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}`);
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      // Where the connection is gone, so is the transaction; the first error says why.
      await client.query("rollback").catch(() => undefined);
      if (!isOfLock(error)) throw error;
      if (left === 0) {
        const why = "others kept using what it changes; start again when a backup or a long query is over";
        throw new Error(why, { cause: error });
      }
    }
    await sleep(pauseMs);
    await beforeAgain();
  }
}

/** Whether a lock did not come; also where somebody has said by then in which file it was. */
export function isOfLock(error: unknown): boolean {
  return error instanceof Error && [error, error.cause].some((one) => lockCodes.includes(codeOf(one) ?? ""));
}

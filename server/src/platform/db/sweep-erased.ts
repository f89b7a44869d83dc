import pg from "pg";
import { Gathering } from "../bounded-work/gather.ts";
import type { JobHandler, JobKind } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import { connectionTo } from "./pool.ts";

const mostTogether = 50;

/** Has the database forget erased people of any store; it goes through all tables. */
export const sweepErasedJob: JobKind<object> = {
  name: "shopify.sweep-erased",
  retryLimit: 10,
  retryDelay: 60,
  retryDelayMax: 3_600,
  expireInSeconds: 3_600,
  isOfNoStore: true,
};

/** Sweeps once for all erasures that are waiting. */
export function sweepErasedHandler({ sweepErased }: Services): JobHandler<object> {
  const sweep = async (_: string, erased: null[]) => {
    await sweepErased();
    return erased;
  };
  const sweeps = new Gathering<null, null>(sweep, { most: mostTogether, atOnce: 1 });
  const work = async () => void (await sweeps.add("all", null));
  return { kind: sweepErasedJob, concurrency: mostTogether, batch: mostTogether, work };
}

/**
 * Has the database forget erased values that it would keep for long: in column statistics and dead rows. Runs as the
 * owner, outside a transaction, while others read and write.
 */
export async function sweepErased(ownerUrl: string): Promise<void> {
  const owner = new pg.Client(connectionTo(ownerUrl));
  // A lost connection also fails the running statement, which reports it.
  owner.on("error", () => undefined);
  await owner.connect();
  try {
    // Pauses between pages like autovacuum, so that nobody notices.
    await owner.query("set vacuum_cost_delay = 2");
    await owner.query("vacuum (analyze)");
    // Old statistics are dead rows, too.
    await owner.query("vacuum pg_catalog.pg_statistic");
  } finally {
    await owner.end();
  }
}

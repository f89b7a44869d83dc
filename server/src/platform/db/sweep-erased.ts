import pg from "pg";
import { Gathering } from "../bounded-work/gather.ts";
import type { JobHandler, JobKind } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import { connectionTo } from "./pool.ts";

const mostTogether = 50;

/** Has the database forget whoever was just erased, whatever their store: it looks through all tables. */
export const sweepErasedJob: JobKind<object> = {
  name: "shopify.sweep-erased",
  retryLimit: 10,
  retryDelay: 60,
  retryDelayMax: 3_600,
  expireInSeconds: 3_600,
  isOfNoStore: true,
};

/** Sweeps once for all who were erased by then. */
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
 * Has the database forget what was just erased where it would know it for as long as little changes: in the statistics of columns, which
 * hold values, and in the rows that are gone. The owner's alone to do, in no transaction; others read and write meanwhile.
 */
export async function sweepErased(ownerUrl: string): Promise<void> {
  const owner = new pg.Client(connectionTo(ownerUrl));
  // A connection that is lost fails the statement that uses it, which reports it.
  owner.on("error", () => undefined);
  await owner.connect();
  try {
    // As the database does it by itself: after a few pages it rests, so that nobody notices.
    await owner.query("set vacuum_cost_delay = 2");
    await owner.query("vacuum (analyze)");
    // The statistics of before are rows, too.
    await owner.query("vacuum pg_catalog.pg_statistic");
  } finally {
    await owner.end();
  }
}

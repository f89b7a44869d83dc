import pg from "pg";
import { connectionTo } from "../pool.ts";

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

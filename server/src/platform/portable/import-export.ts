import type pg from "pg";
import { inTransaction } from "../backup/in-transaction.ts";
import { asTenantTx } from "../backup/tenant-tx.ts";
import { queueRestoredJobs } from "../backup/waiting-jobs.ts";
import { describeFault } from "../db/describe-fault.ts";
import { hasTable } from "../db/has-table.ts";
import { isRunning } from "../db/is-running.ts";
import { asPreparer } from "../db/prepare-database.ts";
import { asTenantId, type TenantTx } from "../db/tenant.ts";
import type { CheckedExport } from "./check-export.ts";
import { type Loading, loadExport } from "./load-export.ts";
import { readSchema } from "./read-schema.ts";
import { Refusal } from "./refusal.ts";

export type ImportTarget = Loading & {
  ownerUrl: string;
  /** The queues whose jobs of the export go on here. */
  wantedQueues: readonly string[];
  /** What is to be done for the store in the transaction that puts the rows in. */
  settle: (tx: TenantTx) => Promise<void>;
};

/** Puts an export into an installation that is stopped, beside the stores that are there, in one transaction. */
export async function importExport(checked: CheckedExport, target: ImportTarget, signal: AbortSignal): Promise<void> {
  const { ownerUrl, wantedQueues } = target;
  const { store, schema } = checked.manifest;
  try {
    await asPreparer(ownerUrl, async (owner) => {
      if (!(await hasTable(owner, "schema_functions")))
        throw new Refusal("Deskhand was never started here: start it once (npm start -- --empty), and stop it");
      if (await isRunning(owner)) throw new Refusal("Deskhand runs on this database: stop it first");
      await refuseOtherSchema(owner, schema);
      await inTransaction(owner, async () => {
        await loadExport(owner, checked, target, signal);
        await target.settle(await asTenantTx(owner, asTenantId(store.id)));
        await queueRestoredJobs(ownerUrl, owner, wantedQueues);
        signal.throwIfAborted();
      });
      // Nobody has counted the rows yet, and the first queries would be planned as if there were none. What is imported is imported:
      // where this fails, the server counts them by itself after a while.
      await owner.query("analyze").catch(() => undefined);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) throw new Error(`${error.message}. Nothing was imported`, { cause: error });
    throw new Error(`The export could not be imported, and nothing of it is here: ${describeFault(error)}`, {
      cause: error,
    });
  }
}

async function refuseOtherSchema(
  owner: pg.Client,
  { migration, sha256 }: CheckedExport["manifest"]["schema"],
): Promise<void> {
  const own = await readSchema(owner);
  if (own.sha256 === sha256 && own.migration === migration) return;
  throw new Refusal(
    `The export was made by another version of Deskhand: its tables are as of ${migration}, those here as of ${own.migration}. Bring both installations to the same version, and export again`,
  );
}

import type { StoreExport } from "@deskhand/contract/admin/setup";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { JobKind } from "../../../platform/jobs/job.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { record } from "../../audit/index.ts";
import { insertExport, selectLastExport } from "./store-exports.queries.ts";

/** How long writing an export may take; a larger store is exported on the machine. */
export const mostMinutes = 180;

/** Writes an export that was asked for. It stays where it is when the store moves, as the export does. */
export const writeExportJob: JobKind<{ exportId: string }> = {
  name: "setup.write-export",
  retryLimit: 3,
  retryDelay: 10,
  retryDelayMax: 300,
  expireInSeconds: (mostMinutes + 30) * 60,
  isOfNoStore: true,
};

/** Asks for an export of the store: one at a time, and the last one goes when the next is begun (docs/product.md#exports-of-the-store). */
export async function askExport(tx: TenantTx, jobs: Pick<JobQueue, "enqueue">, actor: Actor): Promise<StoreExport> {
  const exportId = newId();
  if (!(await insertExport(tx, exportId, actor.userId))) throw fail("store_export_under_way");
  await jobs.enqueue(tx, writeExportJob, { exportId });
  await record(tx, actor.userId, "settings.export-asked", null);
  const asked = await selectLastExport(tx);
  if (!asked) throw new Error("What was written just now is there");
  return asked;
}

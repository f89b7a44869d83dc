import { readFile } from "node:fs/promises";
import type { StoreExport } from "@deskhand/contract/admin/setup";
import { limits } from "@deskhand/contract/limits";
import { SeparateWorker } from "../../../platform/bounded-work/separate-worker.ts";
import { newId } from "../../../platform/db/ids.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { JobHandler, JobKind, Schedule } from "../../../platform/jobs/job.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import type { Services } from "../../../platform/services.ts";
import { scratchPath } from "../../../platform/storage/scratch.ts";
import { record } from "../../audit/index.ts";
import { readStorage } from "../../intake/index.ts";
import { notify } from "../../notifications/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import {
  beginExport,
  deleteEarlierExports,
  deleteOldExports,
  deleteSomeChunks,
  dropExports,
  endExport,
  insertExport,
  selectLastExport,
} from "./store-exports.queries.ts";
import type { ExportToWrite, WrittenExport } from "./write-kept-export.ts";

/** Held by an erasure; a writer waits for it, so that what it writes afterwards contains nothing of the erased. */
const erasing = "store-exports";

/** Writes requested exports, one at a time per process, each in its own thread. */
export function writeExportHandler(services: Services): JobHandler<{ exportId: string }> {
  const thread = new SeparateWorker<ExportToWrite, WrittenExport>({
    file: new URL("./write-kept-export.ts", import.meta.url),
    name: "writeKeptExport",
    runtime: "worker_threads",
    limitMs: maxMinutes * 60_000,
    idleMs: 1_000,
    memoryMb: 256,
  });
  return {
    kind: writeExportJob,
    concurrency: 1,
    batch: 1,
    async work({ tenantId, exportId, isLastTry }) {
      try {
        await writeExport(services, thread, tenantId, exportId);
      } catch (error) {
        if (isLastTry) await end(services, tenantId, exportId, { fault: "It could not be written. Please try again" });
        throw error;
      }
    },
  };
}

async function writeExport(
  services: Services,
  thread: SeparateWorker<ExportToWrite, WrittenExport>,
  tenantId: TenantId,
  exportId: string,
): Promise<void> {
  const { db, settings, exporting } = services;
  const expected = await db.withTenant(tenantId, async (tx) => {
    await lockName(tx, erasing);
    if (!(await beginExport(tx, exportId))) return null;
    await deleteEarlierExports(tx, exportId);
    const { mailBytes, attachmentBytes, resourceBytes } = await readStorage(tx);
    return mailBytes + attachmentBytes + resourceBytes;
  });
  if (expected === null) return;
  await removeOrphanedChunks(services, tenantId);
  const { dataDir, databaseUrl, freeSpaceMark } = settings;
  const written = await thread.run({
    ...exporting,
    exportId,
    tenantId,
    product: await readProduct(),
    scratch: scratchPath(dataDir),
    expected,
    most: limits.storeExportBytes,
    disk: { dataDir, databaseUrl, freeSpaceMark },
  });
  if (written) await end(services, tenantId, exportId, written);
}

async function readProduct(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL("../../../../../package.json", import.meta.url), "utf8"));
  return version;
}

type Outcome = NonNullable<WrittenExport>;

async function end({ db }: Services, tenantId: TenantId, id: string, outcome: Outcome) {
  await db.withTenant(tenantId, async (tx) => {
    const ended = await endExport(tx, { id, ...outcome });
    if (ended?.askedBy) await notifyOfEnd(tx, id, ended.askedBy, outcome);
  });
}

/** Notifies the person who requested an export that it is ready, or why it failed. */
async function notifyOfEnd(tx: TenantTx, id: string, askedBy: string, outcome: Outcome): Promise<void> {
  const message =
    "fault" in outcome
      ? `The export of your store was not made. ${outcome.fault}`
      : `The export of your store is ready: download it in Admin, Database, within ${limits.storeExportDays} days`;
  const notification = { id: `export-${id}`, type: "store_export", title: "Export of the Store" } as const;
  await notify(tx, { ...notification, message, ticketId: null }, { onlyUserIds: [askedBy] });
}

/** Deletes the pieces of deleted exports, a part at a time. */
async function removeOrphanedChunks({ db }: Pick<Services, "db">, tenantId: TenantId): Promise<void> {
  while (await db.withTenant(tenantId, (tx) => deleteSomeChunks(tx, null)));
}

/** Deletes the exports that contain an erased person. */
export async function dropExportsOfErased(tx: TenantTx): Promise<void> {
  await lockName(tx, erasing);
  await dropExports(tx, "It was removed because a customer was erased since. Ask for another one");
}

/** Deletes expired exports, and the bytes of all deleted ones. */
export const forgetExports: Schedule = {
  name: "setup.forget-exports",
  cron: "41 * * * *",
  async work(services) {
    const tenants: TenantId[] = [];
    await forEachTenant(services, async (tx) => {
      await deleteOldExports(tx);
      tenants.push(tx.tenantId);
    });
    for (const tenant of tenants) await removeOrphanedChunks(services, tenant);
  },
};

/** How long an export may take; a larger store is exported on the machine itself. */
const maxMinutes = 180;

/** Writes a requested export. The job is not exported with the store, as the export itself is not. */
export const writeExportJob: JobKind<{ exportId: string }> = {
  name: "setup.write-export",
  retryLimit: 3,
  retryDelay: 10,
  retryDelayMax: 300,
  expireInSeconds: (maxMinutes + 30) * 60,
  isOfNoStore: true,
};

/**
 * Requests an export of the store: one at a time, replacing the last one when it begins
 * (docs/product.md#exports-of-the-store).
 */
export async function askExport(tx: TenantTx, jobs: Pick<JobQueue, "enqueue">, actor: Actor): Promise<StoreExport> {
  const exportId = newId();
  if (!(await insertExport(tx, exportId, actor.userId))) throw fail("store_export_under_way");
  await jobs.enqueue(tx, writeExportJob, { exportId });
  await record(tx, actor.userId, "settings.export-asked", null);
  const created = await selectLastExport(tx);
  if (!created) throw new Error("What was written just now is there");
  return created;
}

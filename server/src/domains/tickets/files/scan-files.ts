import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Job, JobHandler, JobKind, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { readWholeFile } from "../../../platform/storage/files.ts";
import { ScannerFault, scanForViruses, type Verdict } from "../../../platform/virus-scan/scan-for-viruses.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { forgetScans, hasForgottenScan, noteScan, selectWaitingForScan } from "./attachments.queries.ts";

/** The files of a message, or all that wait, where it is null. What is not scanned waits for the upkeep, so none is tried again. */
type ScanFiles = { messageId: string | null };
export const scanFilesKind: JobKind<ScanFiles> = {
  name: "messages.scan-files",
  retryLimit: 0,
  retryDelay: 1,
  retryDelayMax: 1,
  expireInSeconds: 30 * 60,
};

/** Scans files that customers sent. */
export function scanFilesHandler(services: Services): JobHandler<ScanFiles> {
  return { kind: scanFilesKind, concurrency: 2, batch: 1, work: (job) => scanFiles(services, job) };
}

/** Has the files of a message that came in scanned, once it is there. */
export function orderScan(tx: TenantTx, { jobs }: Pick<Services, "jobs">, messageId: string): Promise<void> {
  return jobs.enqueue(tx, scanFilesKind, { messageId });
}

/** Scans what is waiting still, as the scanner was not there, and forgets it where none is set any more. */
export const scanForgotten: Schedule = {
  name: "messages.scan-forgotten",
  cron: "*/5 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      if (services.settings.virusScanner === null) await forgetScans(tx);
      else if (await hasForgottenScan(tx)) await services.jobs.enqueue(tx, scanFilesKind, { messageId: null });
    }),
};

async function scanFiles(services: Services, { tenantId, messageId }: Job<ScanFiles>): Promise<void> {
  const { db, log, settings } = services;
  if (settings.virusScanner === null) return;
  for (const { id, fileId, size } of await db.withTenant(tenantId, (tx) => selectWaitingForScan(tx, messageId))) {
    try {
      const file = readWholeFile(db, tenantId, { id: fileId, size });
      const verdict = await scanForViruses(settings.virusScanner, file);
      if (verdict.scan === "infected")
        log.warn({ attachmentId: id, virus: verdict.virus }, "A virus was found in a mail");
      await db.withTenant(tenantId, (tx) => keepVerdict(tx, id, verdict));
    } catch (error) {
      // The upkeep tries again. What is wrong with one file, as that it was deleted meanwhile, keeps no other waiting.
      log.warn({ err: error, attachmentId: id }, "A file could not be scanned for viruses");
      if (error instanceof ScannerFault && !error.isThere) return;
    }
  }
}

async function keepVerdict(tx: TenantTx, id: string, verdict: Verdict): Promise<void> {
  const noted = await noteScan(tx, id, verdict);
  if (noted?.messageId)
    await emit(tx, "message.files-scanned", { ticketId: noted.ticketId, messageId: noted.messageId });
}

import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Job, JobHandler, JobKind, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { readWholeFile } from "../../../platform/storage/files.ts";
import { ScannerFault, scanForViruses, type Verdict } from "../../../platform/virus-scan/scan-for-viruses.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { clearScans, hasOverdueScan, saveScanVerdict, selectWaitingForScan } from "./attachments.queries.ts";

/** The message whose files are scanned; null for all waiting files. It is not retried, as the schedule picks up what is left. */
type ScanFiles = { messageId: string | null };
export const scanFilesKind: JobKind<ScanFiles> = {
  name: "messages.scan-files",
  retryLimit: 0,
  retryDelay: 1,
  retryDelayMax: 1,
  expireInSeconds: 30 * 60,
};

export function scanFilesHandler(services: Services): JobHandler<ScanFiles> {
  return { kind: scanFilesKind, concurrency: 2, batch: 1, work: (job) => scanFiles(services, job) };
}

/** Queues a scan of an incoming message's files. */
export function enqueueScan(tx: TenantTx, { jobs }: Pick<Services, "jobs">, messageId: string): Promise<void> {
  return jobs.enqueue(tx, scanFilesKind, { messageId });
}

/** Scans files that still wait because the scanner was unavailable, and clears them if none is configured any more. */
export const scanOverdue: Schedule = {
  name: "messages.scan-forgotten",
  cron: "*/5 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      if (services.settings.virusScanner === null) await clearScans(tx);
      else if (await hasOverdueScan(tx)) await services.jobs.enqueue(tx, scanFilesKind, { messageId: null });
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
      await db.withTenant(tenantId, (tx) => applyVerdict(tx, id, verdict));
    } catch (error) {
      // The schedule tries again. A fault of one file, such as its deletion meanwhile, must not stop the others.
      log.warn({ err: error, attachmentId: id }, "A file could not be scanned for viruses");
      if (error instanceof ScannerFault && !error.isThere) return;
    }
  }
}

async function applyVerdict(tx: TenantTx, id: string, verdict: Verdict): Promise<void> {
  const file = await saveScanVerdict(tx, id, verdict);
  if (file?.messageId) await emit(tx, "message.files-scanned", { ticketId: file.ticketId, messageId: file.messageId });
}

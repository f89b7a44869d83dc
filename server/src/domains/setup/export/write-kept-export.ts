import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Db, openDatabase, type TenantId } from "../../../platform/db/tenant.ts";
import { packExport } from "../../../platform/portable/pack-export.ts";
import { writeStoreExport } from "../../../platform/portable/write-export.ts";
import { inChunks } from "../../../platform/storage/files.ts";
import { DiskFull, refuseFullDisk } from "../../../platform/storage/free-space.ts";
import { addToExport, deleteSomeChunks } from "./store-exports.queries.ts";

/** The arguments of the thread that writes an export. */
export type ExportToWrite = {
  exportId: string;
  tenantId: TenantId;
  appUrl: string;
  authUrl: string;
  queues: readonly string[];
  product: string;
  /** A unique path for the folder to be packed. */
  scratch: string;
  disk: { dataDir: string; databaseUrl: string | null; freeSpaceMark: number };
  /** Bytes of the store's mails and files, to report progress, and the most an export may have. */
  expected: number;
  most: number;
};

/** Its size; null where it is no longer wanted; or why it failed, for the person who requested it. */
export type WrittenExport = { size: number } | { fault: string } | null;

/** The admin, or an erasure, has withdrawn the export. */
class ExportWithdrawn extends Error {}
/** Why there can be no export, in words for the person; trying again would fail too. */
class ExportImpossible extends Error {}

/** How many pieces are stored at once, 4 MB. */
const chunksPerWrite = 16;
/** After how many bytes the disk is checked again. */
const lookedAtEvery = 64 * 1024 * 1024;

/** Writes all of a store to a folder and packs it into the rows of its export; runs in its own thread. */
export async function writeKeptExport(task: ExportToWrite): Promise<WrittenExport> {
  const db = openDatabase(task.appUrl, 2, () => undefined);
  try {
    return { size: await write(db, task) };
  } catch (error) {
    if (error instanceof ExportWithdrawn) return null;
    if (error instanceof ExportImpossible) return { fault: error.message };
    if (error instanceof DiskFull) return { fault: "The disk of this server has no room for it" };
    throw error;
  } finally {
    await rm(task.scratch, { recursive: true, force: true });
    await rm(`${task.scratch}.partial`, { recursive: true, force: true });
    await db.close();
  }
}

async function write(db: Db, task: ExportToWrite): Promise<number> {
  const { exportId, tenantId, disk, most, scratch } = task;
  const stop = new AbortController();
  const stopAt = (error: unknown) => stop.abort(error);
  await refuseFullDisk(disk);
  // Pieces left by a killed process.
  while (await db.withTenant(tenantId, (tx) => deleteSomeChunks(tx, exportId)));
  const note = progressReporter(db, task, stopAt);
  const source = { ...task, leavesPasswords: true, onBytes: note.written };
  await mkdir(dirname(scratch), { recursive: true, mode: 0o700 });
  const manifest = await writeStoreExport(scratch, source, stop.signal);
  await note.settled();
  stop.signal.throwIfAborted();

  const all = Object.values(manifest.tables).reduce((sum, { bytes }) => sum + bytes, 0);
  const whole = Math.max(all + manifest.files.bytes + manifest.mails.bytes, 1);
  let [read, size, position, looked] = [0, 0, 0, 0];
  let held: Buffer[] = [];
  const keep = async () => {
    const progress = Math.min(99, 50 + Math.floor((50 * read) / whole));
    const kept = { id: exportId, progress, first: position, chunks: held };
    if (!(await db.withTenant(tenantId, (tx) => addToExport(tx, kept)))) throw new ExportWithdrawn();
    position += held.length;
    held = [];
  };
  const packed = packExport({ folder: scratch, manifest }, (bytes) => {
    read = bytes;
  });
  for await (const bytes of inChunks(packed)) {
    held.push(bytes);
    size += bytes.length;
    if (size > most) throw new ExportImpossible(tooLarge);
    if (size - looked > lookedAtEvery) {
      looked = size;
      await refuseFullDisk(disk);
    }
    if (held.length === chunksPerWrite) await keep();
  }
  await keep();
  return size;
}

const tooLarge =
  "Your store is too large to be exported here. Whoever runs this installation can export it on its machine (npm run export)";

/**
 * Reports the progress of writing the folder, the first half of the work, and stops it where it is no longer wanted or
 * possible.
 */
function progressReporter(
  db: Db,
  { exportId, tenantId, expected, most, disk }: ExportToWrite,
  stop: (error: unknown) => void,
) {
  let [progress, looked] = [0, 0];
  let noting: Promise<void> = Promise.resolve();
  const note = async () => {
    const kept = { id: exportId, progress, first: 0, chunks: [] };
    if (!(await db.withTenant(tenantId, (tx) => addToExport(tx, kept)))) throw new ExportWithdrawn();
    await refuseFullDisk(disk);
  };
  return {
    written(bytes: number): void {
      const now = Math.min(49, Math.floor((50 * bytes) / Math.max(expected, 1)));
      if (bytes > 2 * most) stop(new ExportImpossible(tooLarge));
      if (now <= progress && bytes - looked < lookedAtEvery) return;
      [progress, looked] = [now, bytes];
      noting = noting.then(note).catch(stop);
    },
    settled: () => noting,
  };
}

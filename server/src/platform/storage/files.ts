import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { newId } from "../db/ids.ts";
import type { Db, TenantId, TenantTx } from "../db/tenant.ts";
import type { ByteRange } from "../http/downloads.ts";

const whole: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

type StoredFile = { id: string; size: number; sha256: string };

/** Stores a file's bytes in the caller's transaction, holding one chunk in memory at a time. */
export async function storeFile(tx: TenantTx, source: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const id = newId();
  // The row comes first because its chunks refer to it; its size is known only after the last one.
  await tx
    .insertInto("files")
    .values({ id, size: 0, sha256: "0".repeat(64) })
    .execute();
  const hash = createHash("sha256");
  let [size, position] = [0, 0];
  for await (const bytes of inChunks(source)) {
    await tx.insertInto("file_chunks").values({ file_id: id, position, bytes }).execute();
    hash.update(bytes);
    size += bytes.length;
    position += 1;
  }
  const sha256 = hash.digest("hex");
  await tx.updateTable("files").set({ size, sha256 }).where("id", "=", id).execute();
  return { id, size, sha256 };
}

/**
 * Locks files until the transaction ends, in a fixed order. Lock a file before removing a reference that may not be its
 * last: the check for remaining references then waits for concurrent removals.
 */
export async function lockFiles(tx: TenantTx, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await tx.selectFrom("files").select("id").where("id", "in", fileIds).orderBy("id").forUpdate().execute();
}

/** Deletes files with their bytes unless something still refers to them. */
export async function deleteUnusedFiles(tx: TenantTx, fileIds: string[]): Promise<void> {
  if (fileIds.length > 0) await sql`call delete_unused_files(${fileIds}::uuid[])`.execute(tx);
}

/**
 * Streams a tenant's file chunk by chunk: the whole file, or the inclusive range from `start` to `end`. A missing file
 * is an empty stream.
 */
export function readFile(db: Db, tenant: TenantId, fileId: string, { start, end }: ByteRange = whole): Readable {
  return Readable.from(partOf(db, tenant, fileId, start, end), { objectMode: false });
}

/**
 * Streams a file like {@link readFile}, but fails at the end if its length is wrong, so that nobody gets half a file.
 */
export function readWholeFile(db: Db, tenant: TenantId, file: { id: string; size: number }): Readable {
  return Readable.from(complete(chunksOf(db, tenant, file.id), file), { objectMode: false });
}

async function* complete(chunks: AsyncIterable<Buffer>, { id, size }: { id: string; size: number }) {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== size) throw new Error(`The file ${id} has ${read} bytes instead of ${size}`);
}

/** Reads a file's first bytes, at most 256 kB. */
export async function readFileStart(tx: TenantTx, fileId: string): Promise<Buffer> {
  const chunk = await tx
    .selectFrom("file_chunks")
    .select("bytes")
    .where("file_id", "=", fileId)
    .where("position", "=", 0)
    .executeTakeFirst();
  return chunk?.bytes ?? Buffer.alloc(0);
}

async function* partOf(db: Db, tenant: TenantId, fileId: string, start: number, end: number): AsyncGenerator<Buffer> {
  const first = Math.floor(start / chunkSize);
  let at = first * chunkSize;
  for await (const chunk of chunksOf(db, tenant, fileId, first)) {
    yield chunk.subarray(Math.max(0, start - at), end + 1 - at);
    at += chunk.length;
    if (at > end) return;
  }
}

async function* chunksOf(db: Db, tenant: TenantId, fileId: string, first = 0): AsyncGenerator<Buffer> {
  for (let position = first; ; position += 1) {
    const chunk = await db.withTenant(tenant, (tx) =>
      tx
        .selectFrom("file_chunks")
        .select("bytes")
        .where("file_id", "=", fileId)
        .where("position", "=", position)
        .executeTakeFirst(),
    );
    if (!chunk) return;
    yield chunk.bytes;
    // Only the last chunk is shorter.
    if (chunk.bytes.length < chunkSize) return;
  }
}

/** Deletes a file and its bytes; nothing may refer to it. */
export async function deleteFile(tx: TenantTx, fileId: string): Promise<void> {
  await tx.deleteFrom("files").where("id", "=", fileId).execute();
}

/** The size of stored chunks, so that large files are never whole in memory. */
export const chunkSize = 256 * 1024;

/** Splits a stream into chunks of 256 kB, the last one shorter. */
export async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    pending.push(piece);
    size += piece.length;
    if (size < chunkSize) continue;
    const all = Buffer.concat(pending);
    let at = 0;
    for (; all.length - at >= chunkSize; at += chunkSize) yield all.subarray(at, at + chunkSize);
    pending = [all.subarray(at)];
    size = all.length - at;
  }
  if (size > 0) yield Buffer.concat(pending);
}

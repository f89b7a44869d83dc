import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "@deskhand/contract/limits";
import type { Upload } from "@deskhand/contract/messages";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type Failure, fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { checkContent } from "../../../platform/storage/check-content.ts";
import { deleteUnusedFiles, storeFile } from "../../../platform/storage/files.ts";
import { unusedFilename } from "../../../platform/storage/safe-filename.ts";
import { scratchPath, spoolBody } from "../../../platform/storage/scratch.ts";
import { refuseViruses } from "../../../platform/virus-scan/scan-for-viruses.ts";
import { lockTicket, refuseMerged, ticketExists } from "../rows/tickets.queries.ts";
import {
  deleteUploads,
  insertUpload,
  selectForKeeping,
  selectUploadByKey,
  selectUploads,
  type TakenUpload,
  type UploadOwner,
} from "./uploads.queries.ts";

type WantedUpload = {
  ticketId: string;
  /** A safe name. */
  filename: string;
  idempotencyKey: string | null;
  /** In bytes, as the request's header says. */
  announcedSize: number;
};

/**
 * Stores a file for a reply: first on disk, without a database connection, then its content is checked, then it is saved in one
 * transaction. A failure leaves nothing behind.
 */
export async function storeUpload(
  services: Pick<Services, "db" | "settings" | "log">,
  actor: Actor,
  wanted: WantedUpload,
  body: AsyncIterable<Buffer>,
): Promise<Upload> {
  const { db, settings } = services;
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => db.withTenant(actor, work);
  const { filename } = wanted;
  const before = await inTenant((tx) => admit(tx, actor, wanted, wanted.announcedSize));
  if (before.earlier) return before.earlier;
  const folder = scratchPath(settings.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, "upload");
    const tooLarge = () => fail("upload_too_large", { filename });
    await spoolBody(body, path, limits.mailSizeBytes, undefined, tooLarge);
    const contentType = await contentTypeOf(path, filename);
    await refuseViruses(services, path, filename);
    return await inTenant(async (tx) => {
      // The bytes come first, as the admission locks the ticket until the commit.
      const file = await storeFile(tx, createReadStream(path));
      const { earlier, usedNames } = await admit(tx, actor, wanted, file.size);
      if (earlier) {
        await deleteUnusedFiles(tx, [file.id]);
        return earlier;
      }
      const { ticketId, idempotencyKey } = wanted;
      const ids = { id: newId(), userId: actor.userId, ticketId, idempotencyKey };
      const stored = { fileId: file.id, filename: unusedFilename(filename, usedNames), size: file.size, contentType };
      return insertUpload(tx, { ...ids, ...stored });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Admission = { earlier: Upload | undefined; usedNames: Set<string> };

/** Checks that a file of this size may still be added; the ticket's lock keeps concurrent uploads from passing the limit together. */
async function admit(tx: TenantTx, actor: Actor, wanted: WantedUpload, size: number): Promise<Admission> {
  const { ticketId, filename, idempotencyKey } = wanted;
  const owner = { userId: actor.userId, ticketId };
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) throw fail("ticket_not_found");
  const earlier = idempotencyKey ? await selectUploadByKey(tx, owner, idempotencyKey) : undefined;
  if (!earlier) await refuseMerged(tx, ticket);
  if (!earlier && ticket.isArchived) throw fail("ticket_archived");
  const others = await selectUploads(tx, owner);
  const sizes = [...others.map((upload) => ({ size: upload.fileSize })), { size }];
  if (!earlier) refuseTooMuch(sizes, () => fail("upload_too_large", { filename }));
  return { earlier, usedNames: new Set(others.map((upload) => upload.filename.toLowerCase())) };
}

async function contentTypeOf(path: string, filename: string): Promise<string> {
  const content = await checkContent(path, filename);
  switch (content.verdict) {
    case "fine":
      return content.contentType;
    case "empty":
      throw fail("upload_empty", { filename });
    case "program":
      throw fail("upload_is_program", { filename });
    case "misnamed":
      throw fail("upload_misnamed", { filename, actual: content.actual });
  }
}

/** Lists a person's uploads for a reply that is not sent yet. */
export async function listUploads(tx: TenantTx, actor: Actor, ticketId: string): Promise<{ items: Upload[] }> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return { items: await selectUploads(tx, { userId: actor.userId, ticketId }) };
}

/** Takes a person's own uploads for a message, in the order given; fails if one is gone. */
export async function takeUploads(tx: TenantTx, owner: UploadOwner, ids: readonly string[]): Promise<TakenUpload[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  return inOrder(wanted, await deleteUploads(tx, owner, wanted));
}

/** Finds the same uploads as {@link takeUploads}, without taking them. */
export async function findUploads(tx: TenantTx, owner: UploadOwner, ids: readonly string[]): Promise<TakenUpload[]> {
  const wanted = [...new Set(ids)];
  return wanted.length === 0 ? [] : inOrder(wanted, await selectForKeeping(tx, owner, wanted));
}

function inOrder(wanted: readonly string[], found: readonly TakenUpload[]): TakenUpload[] {
  const byId = new Map(found.map((upload) => [upload.id, upload]));
  const gone = wanted.filter((id) => !byId.has(id));
  if (gone.length > 0) throw fail("upload_not_found", { uploadIds: gone });
  return wanted.flatMap((id) => byId.get(id) ?? []);
}

/** Deletes an upload of one's own with its file. */
export async function discardUpload(tx: TenantTx, owner: UploadOwner, id: string): Promise<{ id: string }> {
  const [upload] = await takeUploads(tx, owner, [id]);
  if (upload) await deleteUnusedFiles(tx, [upload.fileId]);
  return { id };
}

/** Refuses more files than one mail may carry, and, with the given failure, more bytes. */
export function refuseTooMuch(files: readonly { size: number }[], tooLarge: () => Failure): void {
  if (files.length > limits.filesPerMessage) throw fail("upload_too_many");
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.mailSizeBytes) throw tooLarge();
}

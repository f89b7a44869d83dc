import { limits } from "@deskhand/contract/limits";
import type { Attachment } from "@deskhand/contract/messages";
import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Verdict } from "../../../platform/virus-scan/scan-for-viruses.ts";

/** A stored file to attach to a message. */
export type NewFile = {
  fileId: string;
  filename: string;
  /** In bytes. */
  size: number;
  contentType: string;
  contentId: string | null;
  isInline: boolean;
  /** Whether it would run as a program when opened; absent, it would not. */
  isProgram?: boolean;
  /** Whether a virus scanner will check it; absent, none will. */
  isToBeScanned?: boolean;
  /** Null if a customer sent it. */
  uploadedBy: string | null;
  /** Absent, now. */
  createdAt?: string;
};

const attachmentColumns = [
  ...(["id", "filename", "file_size as fileSize", "content_type as mimeType", "is_inline as isInline"] as const),
  ...(["is_program as isProgram", "scan", "virus", "storage_path as url"] as const),
  ...(["uploaded_by as uploadedBy", "created_at as createdAt"] as const),
] as const;

/** Attaches stored files to a message, in order; the caller counts them on the ticket. */
export async function insertFiles(
  tx: TenantTx,
  { ticketId, messageId }: { ticketId: string; messageId: string },
  files: readonly NewFile[],
): Promise<Attachment[]> {
  if (files.length === 0) return [];
  return tx
    .insertInto("ticket_attachments")
    .values(
      files.map((file) => ({
        id: newId(),
        ticket_id: ticketId,
        message_id: messageId,
        file_id: file.fileId,
        filename: storableText(file.filename, 255) || "attachment",
        file_size: file.size,
        content_type: storableText(file.contentType, 200),
        content_id: file.contentId === null ? null : storableText(file.contentId, 998),
        is_inline: file.isInline,
        is_program: file.isProgram ?? false,
        scan: file.isToBeScanned ? ("waiting" as const) : null,
        uploaded_by: file.uploadedBy,
        created_at: file.createdAt ?? sql<string>`now()`,
      })),
    )
    .returning(attachmentColumns)
    .execute();
}

export function selectAttachment(tx: TenantTx, id: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["filename", "file_size", "content_type", "file_id", "is_inline", "virus"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Selects the files of a message or a ticket for one download, in order: twice as many as fit, so that the archive can say what is left
 * out.
 */
export function selectFilesToZip(tx: TenantTx, source: "message" | "ticket", id: string) {
  return tx
    .selectFrom("ticket_attachments as a")
    .innerJoin("support_tickets as t", "t.id", "a.ticket_id")
    .select(["a.filename", "a.file_size as size", "a.file_id as fileId", "a.created_at as createdAt"])
    .select(["a.is_program as isProgram", "a.scan", "a.virus", "t.ticket_number as ticketNumber"])
    .where(source === "message" ? "a.message_id" : "a.ticket_id", "=", id)
    .orderBy("a.created_at")
    .orderBy("a.id")
    .limit(limits.filesInZip * 2)
    .execute();
}

/** Selects a message's attachments in the contract's form, in order. */
export function selectAttachmentsOf(tx: TenantTx, messageId: string): Promise<Attachment[]> {
  return tx
    .selectFrom("ticket_attachments")
    .select(attachmentColumns)
    .where("message_id", "=", messageId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Lists the stored files of all attachments of a ticket. */
export async function selectFilesOf(tx: TenantTx, ticketId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("ticket_attachments")
    .select("file_id")
    .distinct()
    .where("ticket_id", "=", ticketId)
    .execute();
  return rows.map((row) => row.file_id);
}

/** Deletes all attachments of a ticket. */
export async function deleteAttachmentsOf(tx: TenantTx, ticketId: string): Promise<void> {
  await tx.deleteFrom("ticket_attachments").where("ticket_id", "=", ticketId).execute();
}

/** Files scanned in one go; the rest follows in the next run. */
const scanBatchSize = 500;

/** Selects files that wait for the virus scanner, oldest first: those of one message, or all. */
export function selectWaitingForScan(tx: TenantTx, messageId: string | null) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["id", "file_id as fileId", "file_size as size"])
    .where("scan", "=", "waiting")
    .$if(messageId !== null, (query) => query.where("message_id", "=", messageId))
    .orderBy("created_at")
    .limit(scanBatchSize)
    .execute();
}

/** Whether a file has waited longer than its own scan job would take. */
export async function hasOverdueScan(tx: TenantTx): Promise<boolean> {
  const row = await tx
    .selectFrom("ticket_attachments")
    .select("id")
    .where("scan", "=", "waiting")
    .where("created_at", "<", sql<string>`now() - interval '2 minutes'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the scanner's verdict on a waiting file; returns its ticket and message, or nothing if it no longer waits. */
export function saveScanVerdict(tx: TenantTx, id: string, verdict: Verdict) {
  return tx
    .updateTable("ticket_attachments")
    .set({ scan: verdict.scan, virus: verdict.scan === "infected" ? verdict.virus : null })
    .where("id", "=", id)
    .where("scan", "=", "waiting")
    .returning(["ticket_id as ticketId", "message_id as messageId"])
    .executeTakeFirst();
}

/** Clears waiting scans after the scanner was removed; the files count as never scanned. */
export async function clearScans(tx: TenantTx): Promise<void> {
  await tx.updateTable("ticket_attachments").set({ scan: null }).where("scan", "=", "waiting").execute();
}

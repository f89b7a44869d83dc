import { limits } from "@deskhand/contract/limits";
import type { Attachment } from "@deskhand/contract/messages";
import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Verdict } from "../../../platform/virus-scan/scan-for-viruses.ts";

/** A stored file that goes on a message. */
export type NewFile = {
  fileId: string;
  filename: string;
  /** In bytes. */
  size: number;
  contentType: string;
  contentId: string | null;
  isInline: boolean;
  /** Whether it would run on the machine of whoever opens it; absent, it would not. */
  isProgram?: boolean;
  /** Whether a virus scanner will look at it; absent, none does. */
  isToBeScanned?: boolean;
  /** Null when a customer sent it. */
  uploadedBy: string | null;
  /** Now, unless it came earlier. */
  createdAt?: string;
};

const asAttachment = [
  ...(["id", "filename", "file_size as fileSize", "content_type as mimeType", "is_inline as isInline"] as const),
  ...(["is_program as isProgram", "scan", "virus", "storage_path as url"] as const),
  ...(["uploaded_by as uploadedBy", "created_at as createdAt"] as const),
] as const;

/** Puts stored files on a message, in the order given; whoever adds the message counts them on its ticket. */
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
    .returning(asAttachment)
    .execute();
}

/** An attachment's row, by its id. */
export function selectAttachment(tx: TenantTx, id: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["filename", "file_size", "content_type", "file_id", "is_inline", "virus"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** All files of a message, or of a ticket, for one download, in their order; twice as many as go into it, so that it says what is left out. */
export function selectFilesToZip(tx: TenantTx, of: "message" | "ticket", id: string) {
  return tx
    .selectFrom("ticket_attachments as a")
    .innerJoin("support_tickets as t", "t.id", "a.ticket_id")
    .select(["a.filename", "a.file_size as size", "a.file_id as fileId", "a.created_at as createdAt"])
    .select(["a.is_program as isProgram", "a.scan", "a.virus", "t.ticket_number as ticketNumber"])
    .where(of === "message" ? "a.message_id" : "a.ticket_id", "=", id)
    .orderBy("a.created_at")
    .orderBy("a.id")
    .limit(limits.filesInZip * 2)
    .execute();
}

/** A message's attachments as the contract has them, in their order. */
export function selectAttachmentsOf(tx: TenantTx, messageId: string): Promise<Attachment[]> {
  return tx
    .selectFrom("ticket_attachments")
    .select(asAttachment)
    .where("message_id", "=", messageId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The files of all attachments of a ticket. */
export async function selectFilesOf(tx: TenantTx, ticketId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("ticket_attachments")
    .select("file_id")
    .distinct()
    .where("ticket_id", "=", ticketId)
    .execute();
  return rows.map((row) => row.file_id);
}

/** Takes all attachments off a ticket. */
export async function deleteAttachmentsOf(tx: TenantTx, ticketId: string): Promise<void> {
  await tx.deleteFrom("ticket_attachments").where("ticket_id", "=", ticketId).execute();
}

/** Looked through in one go; what is beyond comes with the next. */
const together = 500;

/** Files that wait for the virus scanner, oldest first: of one message, or of all. */
export function selectWaitingForScan(tx: TenantTx, messageId: string | null) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["id", "file_id as fileId", "file_size as size"])
    .where("scan", "=", "waiting")
    .$if(messageId !== null, (query) => query.where("message_id", "=", messageId))
    .orderBy("created_at")
    .limit(together)
    .execute();
}

/** Whether a file waits for longer than the job takes that came with it. */
export async function hasForgottenScan(tx: TenantTx): Promise<boolean> {
  const row = await tx
    .selectFrom("ticket_attachments")
    .select("id")
    .where("scan", "=", "waiting")
    .where("created_at", "<", sql<string>`now() - interval '2 minutes'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes what the scanner said of a file that waits; gives where it is, nothing when it waits no more. */
export function noteScan(tx: TenantTx, id: string, verdict: Verdict) {
  return tx
    .updateTable("ticket_attachments")
    .set({ scan: verdict.scan, virus: verdict.scan === "infected" ? verdict.virus : null })
    .where("id", "=", id)
    .where("scan", "=", "waiting")
    .returning(["ticket_id as ticketId", "message_id as messageId"])
    .executeTakeFirst();
}

/** Nobody scans any more: what waits is as all else that came without a scanner. */
export async function forgetScans(tx: TenantTx): Promise<void> {
  await tx.updateTable("ticket_attachments").set({ scan: null }).where("scan", "=", "waiting").execute();
}

import type { Attachment } from "@deskhand/contract/messages";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { attachmentJson } from "../detail/detail.queries.ts";
import type { NewAttachment } from "./add-attachments.ts";

/** Writes attachments' rows. */
export async function insertAttachments(tx: TenantTx, attachments: (NewAttachment & { id: string })[]): Promise<void> {
  await tx
    .insertInto("ticket_attachments")
    .values(
      attachments.map((attachment) => ({
        id: attachment.id,
        ticket_id: attachment.ticketId,
        message_id: attachment.messageId,
        file_id: attachment.fileId,
        filename: attachment.filename.slice(0, 255),
        file_size: attachment.size,
        content_type: attachment.contentType,
        content_id: attachment.contentId,
        is_inline: attachment.isInline,
        uploaded_by: attachment.uploadedBy,
        created_at: attachment.createdAt ?? sql`now()`,
      })),
    )
    .execute();
}

/** An attachment's row, by its id. */
export function selectAttachment(tx: TenantTx, id: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["filename", "file_size", "content_type", "file_id", "is_inline"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A message's attachments as the contract has them, in their order. */
export async function selectAttachmentsOf(tx: TenantTx, messageId: string): Promise<Attachment[]> {
  const { rows } = await sql<{ attachment: Attachment }>`select ${attachmentJson} as attachment
    from ticket_attachments a where a.message_id = ${messageId} order by a.created_at, a.id`.execute(tx);
  return rows.map((row) => row.attachment);
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

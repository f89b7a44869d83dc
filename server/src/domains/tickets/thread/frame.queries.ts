import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A message's HTML as it came; null when it came as text. */
export function selectMessageHtml(tx: TenantTx, id: string) {
  return tx
    .selectFrom("ticket_messages")
    .select("html")
    .where("id", "=", id)
    .where("message_type", "=", "email")
    .executeTakeFirst();
}

/** Where each of a message's inline images is served from, by its Content-ID. */
export async function selectInlineImages(tx: TenantTx, messageId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("ticket_attachments")
    .select(["id", "content_id"])
    .where("message_id", "=", messageId)
    .where("content_id", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.content_id ?? "", `/api/messages/${messageId}/images/${row.id}`]));
}

const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** An inline image of a message, when it is of a kind that only shows pixels. */
export function selectInlineImage(tx: TenantTx, messageId: string, attachmentId: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["file_id", "content_type", "file_size"])
    .where("id", "=", attachmentId)
    .where("message_id", "=", messageId)
    .where("content_type", "in", imageTypes)
    .executeTakeFirst();
}

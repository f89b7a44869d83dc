import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A message's sanitised HTML; where there is none yet, as it came: null when it came as text. */
export function selectMessageHtml(tx: TenantTx, id: string) {
  return tx
    .selectFrom("ticket_messages")
    .select(["safe_html as safe"])
    .select(sql<string | null>`case when safe_html is null then html end`.as("raw"))
    .where("id", "=", id)
    .where("message_type", "=", "email")
    .executeTakeFirst();
}

/** Keeps what was sanitised only now, unless the message was erased meanwhile. */
export async function keepSafeHtml(tx: TenantTx, id: string, safe: string): Promise<void> {
  await tx
    .updateTable("ticket_messages")
    .set({ safe_html: safe })
    .where("id", "=", id)
    .where("html", "is not", null)
    .where("safe_html", "is", null)
    .execute();
}

/** Where each of a message's inline images is served from, by its Content-ID. */
export async function selectInlineImages(tx: TenantTx, messageId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("ticket_attachments")
    .select(["id", "content_id"])
    .where("message_id", "=", messageId)
    .where("content_id", "is not", null)
    .where("virus", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.content_id ?? "", `/api/messages/${messageId}/images/${row.id}`]));
}

const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** An inline image of a message, when it is of a kind that only shows pixels, and no virus was found in it. */
export function selectInlineImage(tx: TenantTx, messageId: string, attachmentId: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["file_id", "content_type", "file_size"])
    .where("id", "=", attachmentId)
    .where("message_id", "=", messageId)
    .where("content_type", "in", imageTypes)
    .where("virus", "is", null)
    .executeTakeFirst();
}

import type { TenantTx } from "../../server/src/platform/db/tenant.ts";

type TriedAttachment = { fileId: string; name: string; size: number; md5: string; type: string };

/** The result for one mail: the line that `npm run mail:try` prints. */
export type TriedMail = {
  file: string;
  state: string;
  reason: string | null;
  ticket: number | null;
  subject: string | null;
  from: { name: string | null; email: string | null };
  text: string | null;
  full_text: string | null;
  attachments: TriedAttachment[];
  ms: number;
};

/** Reads from the database what became of a mail, without the attachments' md5, which the caller adds. */
export async function whatBecameOf(tx: TenantTx, id: string): Promise<Omit<TriedMail, "file" | "ms">> {
  const row = await tx
    .selectFrom("mail_log")
    .leftJoin("support_tickets", "support_tickets.id", "mail_log.ticket_id")
    .leftJoin("ticket_messages", "ticket_messages.id", "mail_log.message_id")
    .select([
      "mail_log.state",
      "mail_log.reason",
      "mail_log.subject as mailSubject",
      "mail_log.from_email",
      "mail_log.message_id",
      "support_tickets.ticket_number",
      "support_tickets.subject",
      "ticket_messages.author_name",
      "ticket_messages.content",
      "ticket_messages.full_content",
    ])
    .where("mail_log.id", "=", id)
    .executeTakeFirstOrThrow();
  const attachments = row.message_id
    ? await tx
        .selectFrom("ticket_attachments")
        .select(["file_id as fileId", "filename as name", "file_size as size", "content_type as type"])
        .where("message_id", "=", row.message_id)
        .orderBy("id")
        .execute()
    : [];
  return {
    state: row.state,
    reason: row.reason,
    ticket: row.ticket_number,
    subject: row.subject ?? row.mailSubject,
    from: { name: row.author_name === row.from_email ? null : row.author_name, email: row.from_email },
    text: row.content,
    full_text: row.full_content ?? row.content,
    attachments: attachments.map((attachment) => ({ ...attachment, md5: "" })),
  };
}

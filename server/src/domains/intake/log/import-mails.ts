import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A customer's mail whose message is already on its ticket. */
export interface ImportedMail {
  ticketId: string;
  messageId: string;
  /** Whether it began its ticket. */
  opens: boolean;
  from: { name: string | null; email: string };
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
}

/** Adds mails to the log with raw text that is composed from their parts. */
export async function importMails(tx: TenantTx, mails: readonly ImportedMail[]): Promise<void> {
  const prepared = mails.map((mail) => ({ ...mail, rawId: newId(), bytes: Buffer.from(rawOf(mail)) }));
  if (prepared.length === 0) return;
  await tx
    .insertInto("raw_mails")
    .values(prepared.map(({ rawId, bytes }) => ({ id: rawId, size: bytes.length })))
    .execute();
  await tx
    .insertInto("raw_mail_chunks")
    .values(prepared.map(({ rawId, bytes }) => ({ raw_mail_id: rawId, position: 0, bytes })))
    .execute();
  await tx
    .insertInto("mail_log")
    .values(
      prepared.map(({ rawId, ticketId, messageId, opens, from, to, subject, at }) => ({
        id: newId(),
        raw_mail_id: rawId,
        via: "smtp" as const,
        attempts: 1,
        envelope_from: from.email,
        envelope_to: to,
        from_email: from.email,
        subject,
        state: opens ? ("ticket_created" as const) : ("reply_added" as const),
        ticket_id: ticketId,
        message_id: messageId,
        received_at: at,
        queued_at: at,
        finished_at: at,
      })),
    )
    .execute();
}

function rawOf({ from, to, subject, text, at }: ImportedMail): string {
  const sender = from.name === null ? from.email : `${from.name} <${from.email}>`;
  const head = [`From: ${sender}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${new Date(at).toUTCString()}`];
  const type = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"];
  return `${[...head, ...type, "", text].join("\n").replace(/\r?\n/g, "\r\n")}\r\n`;
}

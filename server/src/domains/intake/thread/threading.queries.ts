import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The ticket that one of this tenant's messages belongs to. */
export async function ticketOfMessage(tx: TenantTx, messageId: string): Promise<string | undefined> {
  const row = await tx.selectFrom("ticket_messages").select("ticket_id").where("id", "=", messageId).executeTakeFirst();
  return row?.ticket_id;
}

/** The tickets of the stored mails with these Message-IDs (without brackets), newest message first. */
export function ticketsOfMails(tx: TenantTx, mailMessageIds: string[]) {
  return tx
    .selectFrom("ticket_messages")
    .select(["ticket_id as ticketId", "mail_message_id as mailMessageId"])
    .where("mail_message_id", "in", mailMessageIds)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
}

/** The ticket with this number. */
export async function ticketWithNumber(tx: TenantTx, ticketNumber: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom("support_tickets")
    .select("id")
    .where("ticket_number", "=", ticketNumber)
    .executeTakeFirst();
  return row?.id;
}

/** Whether a mail address already takes part in a ticket: as its customer, or by a mail that was put there. */
export async function takesPart(tx: TenantTx, ticketId: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`
    select exists (
      select from support_tickets ticket join customers customer
        on customer.client_id = ticket.client_id and customer.id = ticket.customer_id
      where ticket.id = ${ticketId} and customer.email = ${email}
    ) or exists (
      select from mail_log where from_email = ${email} and ticket_id = ${ticketId}
        and state in ('ticket_created', 'reply_added')
    ) as answer`.execute(tx);
  return rows[0]?.answer ?? false;
}

/** Which of these addresses are staff members of the tenant. */
export async function staffAmong(tx: TenantTx, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await tx.selectFrom("users").select("email").where("email", "in", emails).execute();
  return rows.map(({ email }) => email);
}

/**
 * The newest mail that went to the customer of a ticket, sent again so many times: what a bounce without a Message-ID of
 * ours speaks of.
 */
export async function newestSentMessage(tx: TenantTx, ticketId: string, resends: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom("ticket_messages as m")
    .leftJoin("outgoing_mails as o", (join) =>
      join.onRef("o.client_id", "=", "m.client_id").onRef("o.message_id", "=", "m.id"),
    )
    .select("m.id")
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .where("m.delivery_state", "=", "sent")
    .where(sql`coalesce(o.resends, 0)`, "=", resends)
    .orderBy("m.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

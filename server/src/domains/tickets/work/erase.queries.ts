import { defaultCustomerName } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

type Written = { id: string; ticketId: string };

const erased = "What this customer wrote was erased at their request.";

/** The tickets of a customer, and those that mail from their address began, in one order for whoever locks them. */
export async function selectTicketsOf(tx: TenantTx, customerId: string, address: string | null): Promise<string[]> {
  // Of what stands on another ticket by a merge, the ticket that it came by.
  const begun = sql<boolean>`t.id in (select coalesce(m.merged_from_id, m.ticket_id) from ticket_messages m
    where lower(m.author_email) = ${address} and m.message_type = 'email' and not exists (
      select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
        and e.merged_from_id is not distinct from m.merged_from_id and (e.created_at, e.id) < (m.created_at, m.id)))`;
  const rows = await tx
    .selectFrom("support_tickets as t")
    .select("t.id")
    .where((eb) => eb.or([eb("t.customer_id", "=", customerId), begun]))
    .orderBy("t.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What mail from an address added to tickets. */
export function selectWrittenBy(tx: TenantTx, address: string): Promise<Written[]> {
  return tx
    .selectFrom("ticket_messages")
    .select(["id", "ticket_id as ticketId"])
    .where(sql`lower(author_email)`, "=", address)
    .orderBy("ticket_id")
    .orderBy("id")
    .execute();
}

/** The files that are attached to a message. */
export async function selectFilesOfMessage(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom("ticket_attachments").select("file_id").where("message_id", "=", id).execute();
  return rows.map((row) => row.file_id);
}

/** Takes all files off a message, and counts them off its ticket. */
export async function deleteFilesOfMessage(tx: TenantTx, { id, ticketId }: Written): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom("ticket_attachments").where("message_id", "=", id).executeTakeFirst();
  await tx
    .updateTable("support_tickets")
    .set((eb) => ({ attachment_count: eb("attachment_count", "-", Number(numDeletedRows)) }))
    .where("id", "=", ticketId)
    .execute();
}

/** Leaves of a message only that and when it came. */
export async function blankMessage(tx: TenantTx, { id, ticketId }: Written): Promise<void> {
  const nothing = { full_content: null, html: null, safe_html: null, author_email: null, mail_message_id: null };
  await tx
    .updateTable("ticket_messages")
    .set({ ...nothing, content: erased, author_name: defaultCustomerName })
    .where("id", "=", id)
    .execute();
  // What it is found by is made anew soon; of what was erased nothing may stay that long.
  await tx.deleteFrom("ticket_words").where("ticket_id", "=", ticketId).execute();
  await tx
    .updateTable("ticket_activities")
    .set({ details: sql<string>`details || ${JSON.stringify({ author: defaultCustomerName })}` })
    .where("ticket_id", "=", ticketId)
    .where(sql`details ->> 'messageId'`, "=", id)
    .execute();
}

import { defaultCustomerName } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";
import { writtenFromColumns } from "../rows/message-row.ts";

type Written = { id: string; ticketId: string };

const anyOf = (addresses: readonly string[]) => sql<string>`any(${addresses}::text[])`;

const erased = "What this customer wrote was erased at their request.";

/** The tickets of a customer, and those that mail from their addresses began, in one order for whoever locks them. */
export async function selectTicketsOf(
  tx: TenantTx,
  customerId: string,
  addresses: readonly string[],
): Promise<string[]> {
  // Of what stands on another ticket by a merge, the ticket that it came by.
  const begun = sql<boolean>`t.id in (select coalesce(m.merged_from_id, m.ticket_id) from ticket_messages m
    where lower(m.author_email) = ${anyOf(addresses)} and m.message_type = 'email' and not exists (
      select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
        and e.merged_from_id is not distinct from m.merged_from_id and (${addedAt("e")}, e.id) < (${addedAt("m")}, m.id)))`;
  const rows = await tx
    .selectFrom("support_tickets as t")
    .select("t.id")
    .where((eb) => eb.or([eb("t.customer_id", "=", customerId), begun]))
    .orderBy("t.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What mail from some addresses added to tickets. */
export function selectWrittenBy(tx: TenantTx, addresses: readonly string[]): Promise<Written[]> {
  return tx
    .selectFrom("ticket_messages")
    .select(["id", "ticket_id as ticketId"])
    .where(sql`lower(author_email)`, "=", anyOf(addresses))
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

/** Forgets that mail came from some addresses, on tickets that stay. */
export async function forgetWrittenFrom(tx: TenantTx, addresses: readonly string[]): Promise<void> {
  const tickets = await tx
    .updateTable("support_tickets")
    .set(writtenFromColumns(null))
    .where(sql`lower(written_from)`, "=", anyOf(addresses))
    .returning("id")
    .execute();
  for (const { id } of tickets) await tx.deleteFrom("ticket_words").where("ticket_id", "=", id).execute();
}

/** Forgets that messages which stay named some addresses, or asked to be answered there. */
export async function forgetRecipient(tx: TenantTx, addresses: readonly string[]): Promise<void> {
  await tx.deleteFrom("message_recipients").where("email", "=", anyOf(addresses)).execute();
  await tx
    .updateTable("ticket_messages")
    .set({ answers_to: null, answers_to_name: null })
    .where(sql`lower(answers_to)`, "=", anyOf(addresses))
    .execute();
}

/** Deletes replies that were to go to some addresses, wherever they wait or came back. */
export async function deleteKeptTo(tx: TenantTx, addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("kept_replies")
    .where(
      sql<boolean>`exists (select from jsonb_path_query(reply, '$.recipients.*[*].email') as email
        where lower(email #>> '{}') = ${anyOf(addresses)})`,
    )
    .execute();
}

/** Leaves of a message only that and when it came. */
export async function blankMessage(tx: TenantTx, { id, ticketId }: Written): Promise<void> {
  const words = {
    full_content: null,
    html: null,
    safe_html: null,
    other_text: null,
    enclosed: null,
    named_numbers: "[]",
  };
  const nothing = { ...words, author_email: null, mail_message_id: null, original_mail_id: null };
  const nobody = {
    answers_to: null,
    answers_to_name: null,
    list_email: null,
    list_name: null,
    unread_addresses: null,
    left_out_addresses: null,
  };
  const nowhere = writtenFromColumns(null);
  await tx
    .updateTable("ticket_messages")
    .set({ ...nothing, ...nowhere, ...nobody, content: erased, author_name: defaultCustomerName })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("message_recipients").where("message_id", "=", id).execute();
  // What it is found by is made anew soon; of what was erased nothing may stay that long.
  await tx.deleteFrom("ticket_words").where("ticket_id", "=", ticketId).execute();
  await tx
    .updateTable("ticket_activities")
    .set({ details: sql<string>`details || ${JSON.stringify({ author: defaultCustomerName })}` })
    .where("ticket_id", "=", ticketId)
    .where(sql`details ->> 'messageId'`, "=", id)
    .execute();
}

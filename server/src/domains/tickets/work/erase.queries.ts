import { defaultCustomerName } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";
import { writtenFromColumns } from "../rows/message-row.ts";

type MessageKey = { id: string; ticketId: string };

const anyOf = (addresses: readonly string[]) => sql<string>`any(${addresses}::text[])`;

const erasedText = "What this customer wrote was erased at their request.";

/** Lists a customer's tickets and those opened by mail from their addresses, in the order in which they have to be locked. */
export async function selectTicketsOf(
  tx: TenantTx,
  customerId: string,
  addresses: readonly string[],
): Promise<string[]> {
  // For a merged message, the ticket that it came by.
  const openedByThem = sql<boolean>`t.id in (select coalesce(m.merged_from_id, m.ticket_id) from ticket_messages m
    where lower(m.author_email) = ${anyOf(addresses)} and m.message_type = 'email' and not exists (
      select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
        and e.merged_from_id is not distinct from m.merged_from_id and (${addedAt("e")}, e.id) < (${addedAt("m")}, m.id)))`;
  const rows = await tx
    .selectFrom("support_tickets as t")
    .select("t.id")
    .where((eb) => eb.or([eb("t.customer_id", "=", customerId), openedByThem]))
    .orderBy("t.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the messages that came from these addresses. */
export function selectWrittenBy(tx: TenantTx, addresses: readonly string[]): Promise<MessageKey[]> {
  return tx
    .selectFrom("ticket_messages")
    .select(["id", "ticket_id as ticketId"])
    .where(sql`lower(author_email)`, "=", anyOf(addresses))
    .orderBy("ticket_id")
    .orderBy("id")
    .execute();
}

export async function selectFilesOfMessage(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom("ticket_attachments").select("file_id").where("message_id", "=", id).execute();
  return rows.map((row) => row.file_id);
}

/** Deletes all attachments of a message and lowers its ticket's count. */
export async function deleteFilesOfMessage(tx: TenantTx, { id, ticketId }: MessageKey): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom("ticket_attachments").where("message_id", "=", id).executeTakeFirst();
  await tx
    .updateTable("support_tickets")
    .set((eb) => ({ attachment_count: eb("attachment_count", "-", Number(numDeletedRows)) }))
    .where("id", "=", ticketId)
    .execute();
}

/** Clears `written_from` on tickets that stay, if it is one of these addresses. */
export async function clearWrittenFrom(tx: TenantTx, addresses: readonly string[]): Promise<void> {
  const tickets = await tx
    .updateTable("support_tickets")
    .set(writtenFromColumns(null))
    .where(sql`lower(written_from)`, "=", anyOf(addresses))
    .returning("id")
    .execute();
  for (const { id } of tickets) await tx.deleteFrom("ticket_words").where("ticket_id", "=", id).execute();
}

/** Removes these addresses from the recipients and the people to answer of messages that stay. */
export async function deleteRecipients(tx: TenantTx, addresses: readonly string[]): Promise<void> {
  await tx.deleteFrom("message_recipients").where("email", "=", anyOf(addresses)).execute();
  await tx
    .updateTable("ticket_messages")
    .set({ answers_to: null, answers_to_name: null })
    .where(sql`lower(answers_to)`, "=", anyOf(addresses))
    .execute();
}

/** Deletes kept replies to these addresses, whether they wait or came back. */
export async function deleteKeptTo(tx: TenantTx, addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("kept_replies")
    .where(
      sql<boolean>`exists (select from jsonb_path_query(reply, '$.recipients.*[*].email') as email
        where lower(email #>> '{}') = ${anyOf(addresses)})`,
    )
    .execute();
}

/** Erases a message's content and people; only its existence and times remain. */
export async function blankMessage(tx: TenantTx, { id, ticketId }: MessageKey): Promise<void> {
  const words = {
    full_content: null,
    html: null,
    safe_html: null,
    other_text: null,
    enclosed: null,
    named_numbers: "[]",
  };
  const noContent = {
    ...words,
    author_email: null,
    mail_message_id: null,
    original_mail_id: null,
    original_subject: null,
  };
  const noPeople = {
    answers_to: null,
    answers_to_name: null,
    list_email: null,
    list_name: null,
    unread_addresses: null,
    left_out_addresses: null,
  };
  const noOrigin = writtenFromColumns(null);
  await tx
    .updateTable("ticket_messages")
    .set({ ...noContent, ...noOrigin, ...noPeople, content: erasedText, author_name: defaultCustomerName })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("message_recipients").where("message_id", "=", id).execute();
  // The search document is rebuilt soon, but erased words may not stay until then.
  await tx.deleteFrom("ticket_words").where("ticket_id", "=", ticketId).execute();
  await tx
    .updateTable("ticket_activities")
    .set({ details: sql<string>`details || ${JSON.stringify({ author: defaultCustomerName })}` })
    .where("ticket_id", "=", ticketId)
    .where(sql`details ->> 'messageId'`, "=", id)
    .execute();
}

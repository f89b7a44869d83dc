import { type Expression, type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { writtenAs } from "../../customers/index.ts";
import type { CarriedMessage } from "../../outgoing/index.ts";
import { receivedMails } from "../detail/received-mails.queries.ts";

/** The message that a mail carries, and the conversation at Outlook of the one that it answers. */
export function selectCarried(
  tx: TenantTx,
  messageId: string,
  answersId: string | null,
): Promise<CarriedMessage | undefined> {
  return (
    tx
      .selectFrom("ticket_messages")
      .select(["content", "author_name", "created_at"])
      .select(sql<string | null>`case when not is_written_by_store then written_from end`.as("written_from"))
      // What is answered goes back with a side conversation, when the merge that brought it is undone.
      .select(
        sql<string>`case when audience = 'side' then coalesce(merged_from_id, ticket_id) else ticket_id end`.as(
          "answered_at",
        ),
      )
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom("message_recipients as r")
            .select(["r.kind", "r.email", "r.name", writtenAs("r.email").as("written")])
            .whereRef("r.message_id", "=", "ticket_messages.id")
            .orderBy("r.position"),
        ).as("recipients"),
      )
      .select(receivedMails.answer.outlookOf(answersId).as("outlook"))
      .where("id", "=", messageId)
      .executeTakeFirst()
  );
}

/** The files that go with a message's mail, in the order they were attached. */
export function selectAttachedFiles(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["file_id as id", "file_size as size", "filename", "content_type as contentType"])
    .where("message_id", "=", messageId)
    .orderBy("ticket_attachments.created_at")
    .orderBy("ticket_attachments.id")
    .execute();
}

/** Has a recipient of a message under another address, unless somebody else has a mail of it there. */
export async function readdressRecipient(
  tx: TenantTx,
  messageId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const isTaken = tx
    .selectFrom("message_recipients as other")
    .select("other.email")
    .where("other.message_id", "=", messageId)
    .where("other.email", "=", to);
  await tx
    .updateTable("message_recipients")
    .set({ email: to })
    .where("message_id", "=", messageId)
    .where("email", "=", from)
    .where(({ not, exists }) => not(exists(isTaken)))
    .execute();
}

/** The ticket on which the message with this id stands. */
export function ticketOf(messageId: Expression<string | null>) {
  return sql<string | null>`(select message.ticket_id from ticket_messages message where message.id = ${messageId})`;
}

/** Whether the mail of a message to an address waits for an earlier one of the same ticket. */
export function waitsForEarlier(messageId: Expression<string | null>, address: Expression<string>) {
  return sql<SqlBool>`waits_for_earlier(${messageId}, ${address})`;
}

type Ids = { id: string };

/** The ids of what stands behind a message on its ticket. */
export function messagesAfter(messageId: string) {
  return sql<Ids>`(select later.id from ticket_messages m join ticket_messages later on later.ticket_id = m.ticket_id
    where m.id = ${messageId} and (later.created_at, later.id) > (m.created_at, m.id))`;
}

/** The ids of a ticket's messages. */
export function messagesOfTicket(ticketId: string) {
  return sql<Ids>`(select id from ticket_messages where ticket_id = ${ticketId})`;
}

/** The ids of the messages on a customer's tickets. */
export function messagesOfCustomer(customerId: string) {
  return sql<Ids>`(select m.id from ticket_messages m join support_tickets t on t.id = m.ticket_id
    where t.customer_id = ${customerId}::uuid)`;
}

/** The ids of the messages of a ticket, and of the others of its customer. */
export function messagesOfSameCustomer(ticketId: string) {
  return sql<Ids>`(select m.id from ticket_messages m join support_tickets t on t.id = m.ticket_id
    where t.id = ${ticketId} or t.customer_id = (select customer_id from support_tickets where id = ${ticketId}))`;
}

/** What a message is called outside. */
export function messageNameOf(messageId: string) {
  return sql<string | null>`(select mail_message_id from ticket_messages where id = ${messageId})`;
}

/** How many people wrote whose mails did not fail the checks of their senders, counted to so many. */
export function writersOf(most: number) {
  return sql<number>`(select count(*) from (select from customers c where exists (
    select from support_tickets t where t.client_id = c.client_id and t.customer_id = c.id
      and t.source = 'email' and not t.is_unverified) limit ${most}) as writer)`;
}

/** Whether an address is that of a customer of what somebody wrote, as the visitors of a contact form are. */
export async function isCustomerWhoWrote(tx: TenantTx, address: string): Promise<boolean> {
  const message = await tx
    .selectFrom("customers as c")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "c.client_id").onRef("t.customer_id", "=", "c.id"),
    )
    .innerJoin("ticket_messages as m", (join) =>
      join.onRef("m.client_id", "=", "t.client_id").onRef("m.ticket_id", "=", "t.id"),
    )
    .select("m.id")
    .where("c.id", "=", sql<string>`customer_with(${address})`)
    .where("m.is_from_customer", "=", true)
    .where("m.is_unverified", "=", false)
    .limit(1)
    .executeTakeFirst();
  return message !== undefined;
}

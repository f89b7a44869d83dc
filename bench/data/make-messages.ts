import { findNamedNumbers } from "../../contract/src/mentions/named-numbers.ts";
import { newId } from "../../server/src/platform/db/ids.ts";
import type { MadeTenant } from "./make-tenant.ts";
import type { MadeTicket } from "./make-tickets.ts";
import { mailDomain } from "./people.ts";
import type { Random } from "./random.ts";
import { writeText } from "./write-text.ts";

export const messageColumns = {
  client_id: "uuid",
  id: "uuid",
  ticket_id: "uuid",
  content: "text",
  full_content: "text",
  is_from_customer: "boolean",
  author_id: "uuid",
  author_name: "text",
  message_type: "text",
  mail_message_id: "text",
  threading_reason: "text",
  created_at: "timestamptz",
  named_numbers: "jsonb",
};

/** The columns of the mails that carried the staff's messages. */
export const outgoingColumns = {
  client_id: "uuid",
  id: "uuid",
  kind: "text",
  message_id: "uuid",
  mail_message_id: "text",
  to_email: "text",
  state: "text",
  sent_at: "timestamptz",
};

type Row = (string | boolean | null)[];

/** Makes a ticket's messages and notes: the customer begins, then both sides take turns. */
export function* makeMessages(random: Random, tenant: MadeTenant, ticket: MadeTicket): Generator<Row> {
  let at = ticket.createdAt;
  const count = ticket.messageCount + ticket.noteCount;
  for (let index = 0; index < count; index++) {
    const isNote = index > 0 && index <= ticket.noteCount;
    const isFromCustomer = !isNote && index % 2 === 0;
    const content = index === 0 ? ticket.description : writeText(random, 10 + random.below(80));
    const id = newId(at);
    yield [
      ...[tenant.id, id, ticket.id, content],
      isFromCustomer && index > 0 ? `${content}\n\n> ${ticket.description.replaceAll("\n", "\n> ")}` : null,
      isFromCustomer,
      isFromCustomer ? null : random.pick(tenant.staff),
      isFromCustomer ? "Customer" : "Staff",
      isNote ? "internal" : "email",
      isNote ? null : `${id}@${mailDomain}`,
      isFromCustomer ? (index === 0 ? "new_conversation" : "reply_address") : null,
      new Date(at).toISOString(),
      isFromCustomer ? JSON.stringify([findNamedNumbers(content)]) : null,
    ];
    at = Math.min(Date.now(), at + random.below(20 * 3600 * 1000));
  }
}

/** Makes the mails of the staff's messages. */
export function outgoingOf(messages: readonly Row[]): Row[] {
  const columns = Object.keys(messageColumns);
  const [client, id, isFromCustomer, mailId, at] = [
    columns.indexOf("client_id"),
    columns.indexOf("id"),
    columns.indexOf("is_from_customer"),
    columns.indexOf("mail_message_id"),
    columns.indexOf("created_at"),
  ];
  const sent = messages.filter((row) => !row[isFromCustomer] && row[mailId] !== null);
  return sent.map((row) => [
    ...[row[client] ?? null, newId(), "reply", row[id] ?? null, row[mailId] ?? null],
    ...["customer@example.test", "sent", row[at] ?? null],
  ]);
}

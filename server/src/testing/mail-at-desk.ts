import type { DeliveryState } from "@deskhand/contract/vocabulary";
import { newMailMessageId } from "../domains/outgoing/index.ts";
import { newId } from "../platform/db/ids.ts";
import { type TestDesk, type TestTenant, testMailDomain } from "./open-test-desk.ts";

export type TestMail = {
  from?: string;
  subject?: string;
  text?: string;
  headers?: string[];
  to?: string;
  envelopeFrom?: string;
};

/** A plain mail with a Message-ID of its own and a text like no other. */
export function mailOf({
  from = "Ann Smith <ann@customer.example>",
  subject = "Where is my order?",
  text,
  headers = [],
}: TestMail) {
  const id = headers.some((line) => /^message-id:/i.test(line)) ? [] : [`Message-ID: <${newId()}@customer.example>`];
  const lines = [
    `From: ${from}`,
    "To: help@store.example",
    `Subject: ${subject}`,
    ...id,
    ...headers,
    "",
    text ?? newId(),
  ];
  return lines.join("\r\n");
}

export type MailAtDesk = ReturnType<typeof mailAtDesk>;

/** Sends mail to a store of a test desk and reads what became of it. */
export function mailAtDesk(desk: TestDesk, store: TestTenant) {
  async function send(mail: TestMail, tenant: TestTenant = store) {
    return sendRaw(mailOf(mail), tenant, mail.to, mail.envelopeFrom);
  }

  async function sendRaw(
    raw: Buffer | string,
    tenant = store,
    to = tenant.address,
    envelopeFrom = "ann@customer.example",
  ) {
    const entries = await desk.takeIn({ envelopeFrom, recipients: [to], raw });
    return entryOf(entries.get(tenant.id) ?? "", tenant);
  }

  function entryOf(id: string, tenant = store) {
    return desk.db.withTenant(tenant.id, (tx) =>
      tx.selectFrom("mail_log").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  }

  function messagesOf(ticketId: string | null, tenant = store) {
    return desk.db.withTenant(tenant.id, (tx) =>
      tx.selectFrom("ticket_messages").selectAll().where("ticket_id", "=", ticketId).orderBy("created_at").execute(),
    );
  }

  function ticketOf(id: string | null, tenant = store) {
    return desk.db.withTenant(tenant.id, (tx) =>
      tx.selectFrom("support_tickets").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  }

  /** A message that the desk sent on a ticket, as the delivery leaves it. */
  async function agentMessage(key: Buffer, ticketId: string | null, state: DeliveryState = "sent") {
    const id = newId();
    const mailMessageId = newMailMessageId(key, testMailDomain, id);
    await desk.db.withTenant(store.id, (tx) =>
      tx
        .insertInto("ticket_messages")
        .values({
          id,
          ticket_id: ticketId ?? "",
          content: "Hello",
          is_from_customer: false,
          author_name: "Agent",
          message_type: "email",
          delivery_state: state,
          mail_message_id: mailMessageId,
        })
        .execute(),
    );
    return { id, mailMessageId };
  }

  return { send, sendRaw, entryOf, messagesOf, ticketOf, agentMessage };
}

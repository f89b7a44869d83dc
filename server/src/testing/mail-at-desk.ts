import { importReplies, newMailMessageId } from "../domains/outgoing/index.ts";
import { importMessages, loadTicketDetail } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import { fromNow } from "./from-now.ts";
import { type TestTenant, testMailDomain } from "./make-test-tenant.ts";
import type { Desk } from "./open-desk.ts";

export type TestMail = {
  from?: string;
  subject?: string;
  text?: string;
  headers?: string[];
  to?: string;
  envelopeFrom?: string;
  /** The verdict that a provider passes on; without one nobody is asked. */
  check?: "pass" | "fail" | "none";
};

/** Writes a plain mail with its own Message-ID and a unique text. */
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

function providerCheck({ from = "ann@customer.example", check = "none" }: TestMail): string | null {
  const domain = /@([\w.-]+)/.exec(from)?.[1];
  return check === "none" ? null : `mx.provider.example; dmarc=${check} header.from=${domain}`;
}

export type MailAtDesk = ReturnType<typeof mailAtDesk>;

/** Sends mail to a store of a test desk and reads what became of it. */
export function mailAtDesk(desk: Desk, store: TestTenant) {
  async function send(mail: TestMail, tenant: TestTenant = store) {
    return sendRaw(mailOf(mail), tenant, mail.to, mail.envelopeFrom, providerCheck(mail));
  }

  async function sendRaw(
    raw: Buffer | string,
    tenant = store,
    to = tenant.address,
    envelopeFrom = "ann@customer.example",
    provided: string | null = null,
  ) {
    const entries = await desk.takeIn({ envelopeFrom, recipients: [to], raw, providerCheck: provided });
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

  function customerOf(ticketId: string | null, tenant = store) {
    return desk.db.withTenant(tenant.id, (tx) =>
      tx
        .selectFrom("customers as c")
        .innerJoin("support_tickets as t", "t.customer_id", "c.id")
        .select(["c.email", "c.name"])
        .where("t.id", "=", ticketId)
        .executeTakeFirst(),
    );
  }

  /** Adds a message of the desk to a ticket, as its delivery leaves it, or still waiting for delivery. */
  async function agentMessage(key: Buffer, ticketId: string | null, isWaiting = false) {
    const id = newId();
    const mailMessageId = newMailMessageId(key, testMailDomain, id);
    const now = fromNow({});
    const shared = { ticketId: ticketId ?? "", mailMessageId, content: "Hello" };
    await desk.db.withTenant(store.id, async (tx) => {
      const colleague = { authorId: null, authorName: "Agent", authorEmail: null, type: "email" } as const;
      const plain = { fullContent: null, html: null, isFromCustomer: false, isAutomatic: false, threadingReason: null };
      await importMessages(tx, [{ ...shared, ...colleague, ...plain, id, createdAt: now }]);
      const to = { customer: { email: "ann@customer.example", name: null }, answered: null, mailIds: [] };
      const mail = { ...shared, ...to, messageId: id, subject: "Hello", ticketNumber: 1, error: null, at: now };
      await importReplies(tx, [mail]);
      const waiting = { state: "queued", sent_at: null } as const;
      if (isWaiting) await tx.updateTable("outgoing_mails").set(waiting).where("message_id", "=", id).execute();
    });
    return { id, mailMessageId };
  }

  /** Returns the Message-ID of the mail that carries a message. */
  async function mailIdOf(messageId: string): Promise<string> {
    const { mail_message_id } = await desk.db.withTenant(store.id, (tx) =>
      tx.selectFrom("ticket_messages").select("mail_message_id").where("id", "=", messageId).executeTakeFirstOrThrow(),
    );
    return mail_message_id ?? "";
  }

  /** Returns the delivery state of each message of a ticket. */
  async function deliveriesOf(ticketId: string | null) {
    const { messages } = await desk.db.withTenant(store.id, (tx) =>
      loadTicketDetail(tx, { userId: newId() }, ticketId ?? ""),
    );
    return new Map(messages.map(({ id, deliveryState: state, deliveryError: error }) => [id, { state, error }]));
  }

  return { deliveriesOf, mailIdOf, send, sendRaw, entryOf, messagesOf, ticketOf, customerOf, agentMessage };
}

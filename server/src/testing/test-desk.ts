import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ShownFinding } from "@deskhand/contract/checking/shown-findings";
import { type MacroOfReply, type Upload, uploadSchema, type WrittenFrom } from "@deskhand/contract/messages";
import { uploadUrl } from "@deskhand/contract/pages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { findOrCreateCustomer } from "../domains/customers/index.ts";
import { acceptMail, recipientResolver } from "../domains/intake/index.ts";
import { recordBounce, selectMailsOf } from "../domains/outgoing/index.ts";
import {
  addCustomerMessage,
  createTicketFromMessage,
  insertFiles,
  lockTicket,
  type NewTicket,
} from "../domains/tickets/index.ts";
import type { TenantId } from "../platform/db/tenant.ts";
import { storeFile } from "../platform/storage/files.ts";
import type { Browser } from "./open-browser.ts";
import type { Desk } from "./open-desk.ts";
import { until } from "./take-mail.ts";
import type { Person } from "./test-people.ts";

type Store = { tenantId: TenantId };
export type TestTicket = { id: string; ticketNumber: number; firstMessageId: string };
export type TicketMakings = Partial<Omit<NewTicket, "customerId">> & {
  /** The customer's address; null for a ticket without a customer. */
  from?: string | null;
};

/** Makes a ticket with its first message, as the intake would, but without a mail. */
export function makeTicket(app: Desk, { tenantId }: Store, makings: TicketMakings = {}): Promise<TestTicket> {
  const { from = "jane@customer.test", ...rest } = makings;
  const subject = rest.subject ?? "Where is my order?";
  const description = rest.description ?? "It has not arrived.";
  return app.services.db.withTenant(tenantId, async (tx) => {
    const customer = from === null ? null : await findOrCreateCustomer(tx, { email: from, name: null });
    const { ticketId, ticketNumber, messageId } = await createTicketFromMessage(
      tx,
      {
        preview: description.slice(0, 150),
        createdBy: null,
        ...rest,
        subject,
        description,
        customerId: customer?.id ?? null,
      },
      { ...customerMessage, content: description, authorName: from ?? "Unknown" },
    );
    return { id: ticketId, ticketNumber, firstMessageId: messageId };
  });
}

const customerMessage = { fullContent: null, html: null, mailMessageId: null, isAutomatic: false } as const;

type MessageMakings = {
  writtenFrom?: WrittenFrom;
  isAutomatic?: boolean;
  isUnverified?: boolean;
  fullContent?: string | null;
  html?: string | null;
  createdAt?: string;
};

/** Adds a customer's message to a ticket, as the intake would, but without a mail. */
export function customerReplies(
  app: Desk,
  { tenantId }: Store,
  ticketId: string,
  content: string,
  makings: MessageMakings = {},
): Promise<{ id: string }> {
  return app.services.db.withTenant(tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new Error(`No ticket ${ticketId}`);
    const message = { ...customerMessage, ...makings, content, authorName: "Jane Doe" };
    return addCustomerMessage(tx, ticket, message, "references");
  });
}

/** Puts a file on a message. */
export function attachFile(
  app: Desk,
  { tenantId }: Store,
  { id, firstMessageId }: Pick<TestTicket, "id" | "firstMessageId">,
  file: { filename: string; contentType?: string; bytes: Buffer; contentId?: string },
): Promise<{ id: string }> {
  return app.services.db.withTenant(tenantId, async (tx) => {
    const stored = await storeFile(tx, Readable.from([file.bytes]));
    const about = { contentType: file.contentType ?? "application/pdf", isInline: file.contentId !== undefined };
    const attachment = { fileId: stored.id, filename: file.filename, size: stored.size, uploadedBy: null, ...about };
    const message = { ticketId: id, messageId: firstMessageId };
    const [added] = await insertFiles(tx, message, [{ ...attachment, contentId: file.contentId ?? null }]);
    await tx
      .updateTable("support_tickets")
      .set((eb) => ({ attachment_count: eb("attachment_count", "+", 1) }))
      .where("id", "=", id)
      .execute();
    return { id: added?.id ?? "" };
  });
}

type UploadMakings = { filename: string; bytes: Uint8Array<ArrayBuffer>; key?: string; contentType?: string };

/** Attaches a file to the reply that a person is writing; returns the server's response, whatever it is. */
export function sendUpload(
  { send }: Pick<Browser, "send">,
  ticketId: string,
  { filename, bytes, key = randomUUID(), contentType = "application/x-whatever" }: UploadMakings,
): Promise<Response> {
  const headers = { "content-type": contentType };
  return send(uploadUrl(ticketId, { filename, key }), { method: "POST", headers, body: bytes });
}

/** Attaches a file to the reply that a person is writing. */
export async function upload(by: Pick<Browser, "send">, ticketId: string, file: UploadMakings): Promise<Upload> {
  const response = await sendUpload(by, ticketId, file);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return uploadSchema.parse(await response.json());
}

export type TestMail = { from?: string; subject?: string; text?: string; headers?: string[] };

/** Sends a customer's mail through the real intake and waits for its end; returns its log entry. */
export async function customerWrites(
  app: Desk,
  to: Pick<Person, "tenantId" | "supportEmail">,
  { from = "jane@customer.test", subject = "Hello", text = "Where is my order?", headers = [] }: TestMail = {},
): Promise<MailEnd> {
  const lines = [
    `From: ${from}`,
    `To: ${to.supportEmail}`,
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@customer.test>`,
    ...headers,
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
  ];
  const entries = await acceptMail(app.services, recipientResolver(app.services), {
    via: "smtp",
    envelopeFrom: from,
    recipients: [to.supportEmail],
    stream: Readable.from([Buffer.from(lines.join("\r\n"))]),
  });
  const id = entries.get(to.tenantId);
  return until(async () => {
    const sql = "select id, state, reason, ticket_id, message_id from mail_log where id = $1 and state <> 'received'";
    return (await app.asOwner<MailEnd>(sql, [id], to.tenantId))[0];
  });
}

export type MailEnd = { id: string; state: string; reason: string; ticket_id: string; message_id: string };

/** An address of a reply; `written` is its spelling, if that differs from lower case. */
type NamedAddress = { email: string; written?: string };

type Reply = {
  recipients?: Partial<Record<"cc", NamedAddress[]>> & { to: NamedAddress[] };
  content?: string;
  lastSeenMessageId?: string | null;
  idempotencyKey?: string;
  sendAnyway?: boolean;
  attachmentIds?: string[];
  authorId?: string;
  thenStatus?: "pending" | "resolved";
  expectedStatus?: TicketStatus;
  macro?: MacroOfReply;
  shownFindings?: ShownFinding[];
};

/** Replies to a ticket as an agent; by default the agent has seen the customer's last message. */
export async function reply({ api }: Pick<Person, "api">, ticketId: string, makings: Reply = {}) {
  const { content = "It is on its way.", idempotencyKey = randomUUID(), sendAnyway = false, ...rest } = makings;
  const lastSeenMessageId =
    makings.lastSeenMessageId === undefined
      ? lastMessage(await api.tickets.get({ id: ticketId }))
      : makings.lastSeenMessageId;
  return api.messages.reply({ ...rest, ticketId, content, idempotencyKey, sendAnyway, lastSeenMessageId });
}

type Kept = Reply & { undoSeconds?: 5 | 10 | 20 | 30; until?: string; draft?: string };

/** Makes the server keep a person's reply, ten seconds by default; returns the kept reply. */
export async function keep({ api }: Pick<Person, "api">, ticketId: string, makings: Kept = {}) {
  const { content = "It is on its way.", idempotencyKey = randomUUID(), sendAnyway = false, ...rest } = makings;
  const { lastSeenMessageId = lastMessage(await api.tickets.get({ id: ticketId })), ...more } = rest;
  const leaves = makings.until === undefined ? { undoSeconds: 10 as const } : {};
  const asked = { ...leaves, ...more, ticketId, content, idempotencyKey, sendAnyway, lastSeenMessageId };
  const { kept } = await api.keptReplies.keep(asked);
  if (!kept) throw new Error("It was sent already");
  return kept;
}

function lastMessage({ messages }: Pick<TicketDetail, "messages">): string | null {
  return messages.at(-1)?.id ?? null;
}

/** Waits until a reply goes out, then marks its delivery as failed. */
export async function failDelivery(app: Desk, { tenantId }: Store, messageId: string, error: string): Promise<void> {
  const sent = "select id from outgoing_mails where message_id = $1 and state = 'sent'";
  await until(async () => (await app.asOwner(sent, [messageId], tenantId)).length > 0);
  await app.services.db.withTenant(tenantId, async (tx) => {
    const [mail] = await selectMailsOf(tx, messageId);
    await recordBounce(tx, { mailId: mail?.id ?? "", resends: null, error }, true);
  });
}

/** Makes every mail that waits for its next try due now, except one that is on its way. */
export async function hurryMail(app: Pick<Desk, "asOwner">, { tenantId }: Store): Promise<void> {
  const waiting = "select id from outgoing_mails where state = 'queued' and next_try_at > now() for update skip locked";
  await app.asOwner(`update outgoing_mails set next_try_at = now() where id in (${waiting})`, [], tenantId);
}

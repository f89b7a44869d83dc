import { Readable } from "node:stream";
import { sql } from "kysely";
import { findOrCreateCustomer } from "../domains/customers/index.ts";
import { recordBounce, selectMailsOf } from "../domains/outgoing/index.ts";
import { createTicketFromMessage, loadTicketDetail, retryDelivery, sendReply } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { TenantTx } from "../platform/db/tenant.ts";
import type { Actor } from "../platform/http/context.ts";
import { storeFile } from "../platform/storage/files.ts";
import type { Desk } from "./open-desk.ts";

export type AgentAtDesk = Awaited<ReturnType<typeof agentAtDesk>>;

/** Opens a store with one agent at a desk, from tickets to the queue of outgoing mail. */
export async function agentAtDesk(desk: Desk) {
  const { services, db } = desk;
  const { id: tenant, clientCode } = await desk.makeTenant({ storeName: "Acme Shop" });
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => db.withTenant(tenant, work);
  const agentId = await inTenant(addAgent);
  const agent: Actor = {
    kind: "person",
    userId: agentId,
    tenantId: tenant,
    name: "Sam Agent",
    email: "sam@example.com",
    role: "agent",
    can: [],
    sessionDueAt: "2100-01-01T00:00:00.000Z",
    calledFrom: { ip: "127.0.0.1", userAgent: undefined },
    step: null,
  };
  return {
    ...desk,
    tenant,
    clientCode,
    agent,
    inTenant,
    /** Makes a ticket whose customer wrote once. */
    ticket: (mailMessageId = "first@example.org", subject = "Where is my order?") =>
      inTenant(async (tx) => {
        const customer = await findOrCreateCustomer(tx, { email: "jo@example.org", name: "Jo Doe" });
        const text = "It has been two weeks.";
        const { ticketId, ...ticket } = await createTicketFromMessage(
          tx,
          { subject, description: text, preview: text, customerId: customer.id, createdBy: null },
          { content: text, fullContent: null, html: null, authorName: "Jo Doe", mailMessageId, isAutomatic: false },
        );
        return { ...ticket, id: ticketId, customerId: customer.id };
      }),
    /** Sends the agent's reply; its mail then waits in the queue. */
    reply: (ticketId: string, content = "It is on its way.", name = "Sam Agent", attachmentIds: string[] = []) =>
      inTenant((tx) =>
        sendReply(
          tx,
          services,
          { ...agent, name },
          {
            ticketId,
            content,
            idempotencyKey: newId(),
            lastSeenMessageId: null,
            sendAnyway: true,
            resourceIds: [],
            attachmentIds,
          },
        ),
      ),
    /** Returns the delivery state that the ticket shows for a reply. */
    deliveryOf: (messageId: string) =>
      inTenant(async (tx) => {
        const { ticket_id } = await tx
          .selectFrom("ticket_messages")
          .select("ticket_id")
          .where("id", "=", messageId)
          .executeTakeFirstOrThrow();
        const { messages } = await loadTicketDetail(tx, agent, ticket_id);
        const shown = messages.find(({ id }) => id === messageId);
        return { state: shown?.deliveryState, error: shown?.deliveryError };
      }),
    /** Takes in a bounce of a reply's newest mail. */
    bounce: (messageId: string, error: string) =>
      inTenant(async (tx) => {
        const [mail] = await selectMailsOf(tx, messageId);
        return recordBounce(tx, { mailId: mail?.id ?? "", resends: null, error }, true);
      }),
    /** Asks for another try of a failed reply, as the agent does. */
    retry: (ticketId: string, id: string) =>
      inTenant((tx) => retryDelivery(tx, services, { ticketId, id, sendAnyway: true })),
    /** Uploads files for the agent's next reply to a ticket. */
    attach: (ticketId: string, files: { filename: string; contentType?: string; bytes: Buffer }[]) =>
      inTenant(async (tx) => {
        const ids: string[] = [];
        for (const { filename, contentType = "application/octet-stream", bytes } of files) {
          const file = await storeFile(tx, Readable.from([bytes]));
          const upload = { id: newId(), user_id: agentId, ticket_id: ticketId, file_id: file.id, file_size: file.size };
          await tx
            .insertInto("uploads")
            .values({ ...upload, filename, content_type: contentType, created_at: sql`clock_timestamp()` })
            .execute();
          ids.push(upload.id);
        }
        return ids;
      }),
  };
}

async function addAgent(tx: TenantTx): Promise<string> {
  const id = newId();
  await tx
    .insertInto("users")
    .values({ client_id: tx.tenantId, id, email: "sam@example.com", name: "Sam Agent" })
    .execute();
  return id;
}

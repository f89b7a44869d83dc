import { randomUUID } from "node:crypto";
import { fromNow } from "../../testing/from-now.ts";
import type { CommonDesk } from "../../testing/full-desk.ts";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import type { Desk } from "../../testing/open-desk.ts";
import { attachFile, customerReplies, makeTicket, upload } from "../../testing/test-desk.ts";
import type { Person } from "../../testing/test-people.ts";

export const isolation: Isolation = async (
  app,
  {
    agent,
    archivedTicketId,
    attachmentId,
    customerId,
    failedMessageId,
    imageId,
    messageId,
    openingKey,
    owner,
    replyKey,
    secret,
    ticketId,
  },
) => {
  await agent.api.desk.savePreferences({ undoSeconds: 20, sendStatus: "pending" });
  const about = { subject: `Subject ${secret}`, description: `Text ${secret}`, from: `${secret}@customer.test` };
  const { id: deletableTicketId } = await makeTicket(app, owner, about);
  const ticket = { id: ticketId, firstMessageId: messageId };
  const pdf = { filename: "b.pdf", bytes: Buffer.from(`%PDF-1.4 ${secret}`) };
  const { id: previewId } = await attachFile(app, owner, ticket, pdf);
  // Waits to go with the owner's reply.
  const paperclip = { filename: `${secret}.txt`, bytes: Buffer.from(secret), key: replyKey };
  const { id: uploadId } = await upload(owner, ticketId, paperclip);
  const { aroundTicketId, mergedTicketId, movableMessageId } = await fillMoving(app, owner, about);
  // Under way, so that no worker is woken for it.
  await app.asOwner(
    "insert into ticket_releases (client_id, id, user_id, name, done, total) values ($1, gen_random_uuid(), $2, $3, 1, 2)",
    [owner.tenantId, owner.userId, secret.slice(0, 100)],
    owner.tenantId,
  );
  const { keptTicketId, kept } = await fillKept(app, { owner, agent, secret }, about);
  return {
    inputs: {
      "tickets.releases": () => ({}),
      "tickets.list": () => ({ search: secret, customer: `${secret}@customer.test`, limit: 5 }),
      "tickets.listIds": () => ({ search: secret }),
      "tickets.get": () => ({ id: ticketId }),
      "tickets.changeStatus": () => ({ id: ticketId, status: "pending", note: "Waiting" }),
      "tickets.reopen": () => ({ id: archivedTicketId }),
      "tickets.create": () => ({
        subject: "Recall",
        message: "Good day",
        category: "Billing",
        tags: ["VIP"],
        assignedTo: agent.userId,
        customer: { id: customerId },
        idempotencyKey: openingKey,
      }),
      "tickets.update": () => ({
        id: ticketId,
        priority: "high",
        addTags: ["VIP"],
        assignedTo: agent.userId,
      }),
      "tickets.changeMany": () => ({
        idempotencyKey: openingKey,
        items: [ticketId, archivedTicketId].map((id) => ({
          id,
          change: { category: "Billing", addTags: ["VIP"], assignedTo: agent.userId },
          expected: {},
        })),
      }),
      "tickets.markRead": () => ({ id: ticketId }),
      "tickets.snooze": () => ({ id: ticketId, until: "answer" }),
      "tickets.unsnooze": () => ({ id: ticketId }),
      "tickets.merge": () => ({ id: mergedTicketId, into: aroundTicketId }),
      "tickets.changeCustomer": () => ({ id: ticketId, customer: { id: customerId } }),
      "tickets.unmerge": () => ({ id: mergedTicketId }),
      "tickets.moveMessage": () => ({
        id: aroundTicketId,
        messageId: movableMessageId,
        idempotencyKey: openingKey,
      }),
      "tickets.delete": () => ({ id: deletableTicketId }),
      "tickets.activity": () => ({ id: ticketId }),
      "tickets.ofCustomer": () => ({ id: ticketId }),
      "messages.list": () => ({ ticketId, before: failedMessageId }),
      "messages.listNotes": () => ({ ticketId }),
      "messages.listAttachments": () => ({ ticketId, id: messageId }),
      "messages.getOriginal": () => ({ ticketId, id: messageId }),
      // Its key is new: a stored one counts for its writer alone.
      "messages.reply": () => ({
        ticketId,
        content: "Good day",
        lastSeenMessageId: messageId,
        sendAnyway: true,
        idempotencyKey: randomUUID(),
      }),
      "messages.forward": () => ({
        ticketId,
        messageIds: [messageId],
        recipients: { to: [{ email: "supplier@parts.example" }] },
        idempotencyKey: randomUUID(),
      }),
      "messages.preview": () => ({ ticketId, content: "On its way" }),
      "messages.previewForward": () => ({
        ticketId,
        messageIds: [messageId],
        recipients: { to: [{ email: "supplier@parts.example" }] },
      }),
      "messages.checkRecipients": () => ({
        ticketId,
        people: [{ email: "supplier@parts.example", name: secret }],
      }),
      "messages.addNote": () => ({ ticketId, content: "A note", idempotencyKey: randomUUID() }),
      "messages.retryDelivery": () => ({ ticketId, id: failedMessageId, sendAnyway: true }),
      "messages.listUploads": () => ({ ticketId }),
      "messages.discardUpload": () => ({ ticketId, id: uploadId }),
      "keptReplies.keep": () => ({
        ticketId: keptTicketId,
        content: "Good day",
        lastSeenMessageId: messageId,
        sendAnyway: true,
        idempotencyKey: randomUUID(),
        undoSeconds: 30,
      }),
      "keptReplies.list": () => ({}),
      "keptReplies.ofTicket": () => ({ ticketId: keptTicketId }),
      "keptReplies.sendNow": () => ({ id: kept.toSend }),
      "keptReplies.undo": () => ({ id: kept.toUndo }),
      "keptReplies.move": () => ({ id: kept.toMove, until: fromNow({ days: 3 }) }),
      "keptReplies.markSeen": () => ({ id: kept.returned }),
      "keptReplies.forget": () => ({ id: kept.returned }),
      "keptReplies.cancel": () => ({ id: kept.toCancel }),
      "desk.preferences": () => ({}),
      "desk.savePreferences": () => ({ undoSeconds: 5, afterSend: "stay", sendStatus: "resolved", sort: "waiting" }),
    },
    paths: {
      "GET /api/attachments/:id": () => `/api/attachments/${attachmentId}`,
      "GET /api/attachments/:id/preview": () => `/api/attachments/${previewId}/preview`,
      "GET /api/messages/:id/files.zip": () => `/api/messages/${messageId}/files.zip`,
      "GET /api/tickets/:id/files.zip": () => `/api/tickets/${ticketId}/files.zip`,
      "POST /api/tickets/:ticketId/uploads": () => `/api/tickets/${ticketId}/uploads?filename=${secret}.txt`,
      "GET /api/messages/:id/frame": () => `/api/messages/${messageId}/frame`,
      "GET /api/messages/:id/images/:image": () => `/api/messages/${messageId}/images/${imageId}`,
      "GET /api/messages/:id/remote-images/:at": () => `/api/messages/${messageId}/remote-images/0`,
    },
  };
};

/** Merges one ticket into another, and moves a message out of the result. */
async function fillMoving(app: Desk, owner: Person, about: { description: string; from: string }) {
  const { tickets } = owner.api;
  const [around, merged] = [await makeTicket(app, owner, about), await makeTicket(app, owner, about)];
  const { id: messageId } = await customerReplies(app, owner, around.id, about.description);
  const { id: movableMessageId } = await customerReplies(app, owner, around.id, about.description);
  await tickets.moveMessage({ id: around.id, messageId, idempotencyKey: randomUUID() });
  await tickets.merge({ id: merged.id, into: around.id });
  return { aroundTicketId: around.id, mergedTicketId: merged.id, movableMessageId };
}

/** Keeps replies of the owner's, one for each possible action, and one of a colleague's. */
async function fillKept(
  app: Desk,
  { owner, agent, secret }: Pick<CommonDesk, "owner" | "agent" | "secret">,
  about: { description: string; from: string },
) {
  const { id: keptTicketId } = await makeTicket(app, owner, about);
  const keep = async ({ api }: Person, attachmentIds: string[] = []) => {
    const idempotencyKey = randomUUID();
    const reply = {
      content: `Later ${secret}`,
      lastSeenMessageId: null,
      sendAnyway: true,
      draft: secret,
      attachmentIds,
    };
    await api.keptReplies.keep({ ...reply, ticketId: keptTicketId, idempotencyKey, until: fromNow({ days: 2 }) });
    return idempotencyKey;
  };
  const file = await upload(owner, keptTicketId, { filename: `${secret}.txt`, bytes: Buffer.from(secret) });
  const returned = await keep(owner);
  await owner.api.keptReplies.undo({ id: returned });
  const kept = {
    toMove: await keep(owner, [file.id]),
    toSend: await keep(owner),
    toUndo: await keep(owner),
    toCancel: await keep(agent),
    returned,
  };
  return { keptTicketId, kept };
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "../../../platform/testing/hold-rows.ts";
import { type MailDesk, openMailDesk } from "../../../platform/testing/mail-desk.ts";
import { recordDelivery } from "../../messages/index.ts";
import { deleteTicket } from "../../tickets/index.ts";
import { decideBounce } from "./decide-bounce.ts";

let desk: MailDesk;
beforeAll(async () => {
  desk = await openMailDesk({ send: async () => undefined, close: () => undefined });
});
afterAll(() => desk.close());

async function sentReply() {
  const { id: ticketId } = await desk.ticket(`${crypto.randomUUID()}@example.org`);
  const { id: messageId } = await desk.reply(ticketId);
  await desk.inTenant((tx) => recordDelivery(tx, messageId, { state: "sent" }));
  return { ticketId, messageId };
}

const remove = (ticketId: string) => desk.inTenant((tx) => deleteTicket(tx, desk.agent, ticketId));

function bounces(messageId: string) {
  const told = { action: "failed", recipient: "jo@example.org", status: "5.1.1", diagnostic: "no such user" } as const;
  const bounce = { ...told, originalMessageIds: [] };
  const report = { kind: "bounce", reason: "It is a delivery report.", bounce } as const;
  return desk.inTenant((tx) => decideBounce(tx, report, { messages: [messageId], tickets: [], forged: null }));
}

test("a ticket is deleted while a bounce of its reply is recorded: one waits for the other, and both are done", async () => {
  const { ticketId, messageId } = await sentReply();
  // The bounce stops where it tells the reply's author.
  const held = await holdRows(
    desk.services.db.pool,
    { tenantId: desk.tenant },
    "select from users where id = $1 for update",
    [desk.agent.userId],
  );
  const bounced = bounces(messageId);
  await held.untilWaiting(1);
  const removed = remove(ticketId);
  await held.untilWaiting(2);
  await held.release();
  expect(await Promise.allSettled([bounced, removed])).toMatchObject([
    { status: "fulfilled", value: { state: "bounce", ticketId, messageId } },
    { status: "fulfilled", value: { id: ticketId } },
  ]);
});

test("a bounce of a ticket that is deleted meanwhile names no message of ours", async () => {
  const { ticketId, messageId } = await sentReply();
  // The deletion stops at the customer's message, when it has the ticket already.
  const held = await holdRows(
    desk.services.db.pool,
    { tenantId: desk.tenant },
    "select from ticket_messages where ticket_id = $1 and is_from_customer for update",
    [ticketId],
  );
  const removed = remove(ticketId);
  await held.untilWaiting(1);
  const bounced = bounces(messageId);
  await held.untilWaiting(2);
  await held.release();
  await removed;
  expect(await bounced).toEqual({
    state: "bounce",
    reason: "It is a delivery report. It names no message of ours.",
  });
});

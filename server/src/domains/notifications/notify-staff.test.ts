import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { deliverMail } from "../outgoing/index.ts";

let desk: AgentAtDesk;
beforeAll(async () => {
  desk = await agentAtDesk(
    await openDesk({ roles: [], mailer: { send: async () => {}, check: async () => {}, close: () => {} } }),
  );
});
afterAll(() => desk.stop());

async function deliver(messageId: string): Promise<void> {
  const { id: mailId } = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select("id").where("message_id", "=", messageId).executeTakeFirstOrThrow(),
  );
  await deliverMail(desk.services, { mailId, tenantId: desk.tenant });
}

function notificationsOf(messageId: string) {
  return desk.inTenant((tx) =>
    tx
      .selectFrom("notifications as n")
      .innerJoin("ticket_messages as m", "m.author_id", "n.user_id")
      .select(["n.type", "n.message", "n.is_read"])
      .where("m.id", "=", messageId)
      .where("n.id", "=", `delivery-${messageId}`)
      .execute(),
  );
}

test("the author, and nobody else, is notified of a delivery that failed, each time anew", async () => {
  const ticket = await desk.ticket("bounced@example.org", "Bounced");
  const { id } = await desk.reply(ticket.id, "On its way");
  await deliver(id);
  expect(await notificationsOf(id)).toEqual([]);
  await desk.bounce(id, "No such mailbox");
  const notification = { type: "delivery_failed", is_read: false };
  expect(await notificationsOf(id)).toEqual([
    { ...notification, message: "Your reply to Ticket: 0001 did not reach the customer: No such mailbox" },
  ]);

  await desk.inTenant((tx) => tx.updateTable("notifications").set({ is_read: true }).execute());
  await desk.bounce(id, "Mailbox full");
  expect(await notificationsOf(id)).toEqual([
    { ...notification, message: "Your reply to Ticket: 0001 did not reach the customer: Mailbox full" },
  ]);
});

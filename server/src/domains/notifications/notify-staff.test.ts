import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { deliverMail, recordBounce, selectMailsOf } from "../outgoing/index.ts";
import { sendReply } from "../tickets/index.ts";

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

test("notifies only the author of a failed delivery, each time", async () => {
  const ticket = await desk.ticket("bounced@example.org", "Bounced");
  const { id } = await desk.reply(ticket.id, "On its way");
  await deliver(id);
  expect(await notificationsOf(id)).toEqual([]);
  await desk.bounce(id, "No such mailbox");
  const notification = { type: "delivery_failed", is_read: false };
  expect(await notificationsOf(id)).toEqual([
    { ...notification, message: "Your reply to Ticket: 0001 did not reach jo@example.org: No such mailbox" },
  ]);

  await desk.inTenant((tx) => tx.updateTable("notifications").set({ is_read: true }).execute());
  await desk.bounce(id, "Mailbox full");
  expect(await notificationsOf(id)).toEqual([
    { ...notification, message: "Your reply to Ticket: 0001 did not reach jo@example.org: Mailbox full" },
  ]);
});

test("names the unreached recipients of a reply, the first two with the reason", async () => {
  const { id: ticketId } = await desk.ticket("copies@example.org", "Copies");
  const [to, cc, bcc] = [["jo", "ralf"], ["eva"], ["kim"]].map((names) =>
    names.map((name) => ({ email: `${name}@example.org`, name: null })),
  );
  const { id } = await desk.inTenant((tx) =>
    sendReply(tx, desk.services, desk.agent, {
      ticketId,
      content: "It is on its way.",
      idempotencyKey: newId(),
      lastSeenMessageId: null,
      sendAnyway: true,
      resourceIds: [],
      attachmentIds: [],
      recipients: { to: to ?? [], cc: cc ?? [], bcc: bcc ?? [] },
    }),
  );
  const mails = await desk.inTenant((tx) => selectMailsOf(tx, id));
  for (const { id: mailId } of mails) await deliverMail(desk.services, { mailId, tenantId: desk.tenant });
  const bounces = async (address: string, error: string) => {
    const mailId = mails.find((mail) => mail.to === address)?.id ?? "";
    await desk.inTenant((tx) => recordBounce(tx, { mailId, resends: null, error }, true));
    return (await notificationsOf(id)).map(({ message }) => message.replace(/^.* did not/, "did not"));
  };
  expect(await bounces("ralf@example.org", "ralf@example.org refused the message: 5.1.1")).toEqual([
    "did not reach ralf@example.org: it refused the message: 5.1.1",
  ]);
  await bounces("eva@example.org", "Mailbox full");
  expect(await bounces("kim@example.org", "Mailbox full")).toEqual([
    "did not reach ralf@example.org: it refused the message: 5.1.1; eva@example.org: Mailbox full; and 1 more",
  ]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { fromNow } from "../../testing/from-now.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { giveUpStuckMail } from "./deliver-mail.ts";

let desk: AgentAtDesk;
beforeAll(async () => {
  desk = await agentAtDesk(
    await openDesk({ roles: [], mailer: { send: async () => {}, check: async () => {}, close: () => {} } }),
  );
});
afterAll(() => desk.stop());

test("a mail whose job was lost fails after two days, and can be tried again", async () => {
  const ticket = await desk.ticket("stuck@example.org", "Stuck");
  const reply = await desk.reply(ticket.id, "On its way");
  await desk.inTenant(giveUpStuckMail);
  expect((await desk.deliveryOf(reply.id)).state).toBe("sending");

  const longAgo = fromNow({ hours: -49 });
  await desk.inTenant((tx) =>
    tx.updateTable("outgoing_mails").set({ queued_at: longAgo }).where("message_id", "=", reply.id).execute(),
  );
  await desk.inTenant(giveUpStuckMail);
  const given = { state: "failed", error: "The mail was not sent within two days" };
  expect(await desk.deliveryOf(reply.id)).toEqual(given);

  await desk.retry(ticket.id, reply.id);
  await desk.inTenant(giveUpStuckMail);
  expect((await desk.deliveryOf(reply.id)).state).toBe("sending");
});

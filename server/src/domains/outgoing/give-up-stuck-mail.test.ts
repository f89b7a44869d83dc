import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailDesk, openMailDesk } from "../../testing/mail-desk.ts";
import { giveUpStuckMail } from "./deliver-mail.ts";

let desk: MailDesk;
beforeAll(async () => {
  desk = await openMailDesk({ send: async () => {}, close: () => {} });
});
afterAll(() => desk.close());

test("a mail whose job was lost fails after two days, and can be tried again", async () => {
  const ticket = await desk.ticket("stuck@example.org", "Stuck");
  const reply = await desk.reply(ticket.id, "On its way");
  await desk.inTenant(giveUpStuckMail);
  expect((await desk.deliveryOf(reply.id)).state).toBe("sending");

  const longAgo = new Date(Date.now() - 49 * 3_600_000).toISOString();
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

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type MailDesk, openMailDesk } from "../../testing/mail-desk.ts";
import { recordDelivery, retryDelivery } from "../tickets/index.ts";
import { deliverMail } from "./deliver-mail.ts";

let desk: MailDesk;
let sent = 0;
/** Runs after the server took a mail and before that is recorded. */
let afterAcceptance: () => Promise<void> = async () => {};

beforeAll(async () => {
  desk = await openMailDesk({
    send: async () => {
      sent += 1;
      await afterAcceptance();
    },
    close: () => undefined,
  });
});
afterAll(() => desk.close());
afterEach(() => {
  sent = 0;
  afterAcceptance = async () => {};
});

function outgoing(messageId: string) {
  return desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").selectAll().where("message_id", "=", messageId).executeTakeFirstOrThrow(),
  );
}

function message(id: string) {
  return desk.inTenant((tx) =>
    tx
      .selectFrom("ticket_messages")
      .select(["delivery_state", "delivery_error"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
}

async function deliver(messageId: string): Promise<void> {
  const { id } = await outgoing(messageId);
  await deliverMail(desk.services, { mailId: id, attemptsBefore: 0, tenantId: desk.tenant, isLastTry: false });
}

test("a bounce that overtakes the record of a mail's acceptance stays", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  afterAcceptance = () => bounce(reply.id);
  await deliver(reply.id);
  expect(await outgoing(reply.id)).toMatchObject({ state: "sent" });
  expect(await message(reply.id)).toMatchObject({ delivery_state: "failed", delivery_error: "mailbox full" });
});

test("trying again while the mail is being sent neither waits for it nor sends it twice", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  let retry: Promise<unknown> = Promise.resolve();
  afterAcceptance = async () => {
    await bounce(reply.id);
    retry = desk.inTenant((tx) => retryDelivery(tx, { ticketId: ticket.id, id: reply.id }));
    await Promise.race([retry, new Promise((resolve) => setTimeout(resolve, 500))]);
  };
  await deliver(reply.id);
  await retry;
  expect(await outgoing(reply.id)).toMatchObject({ state: "sent", attempts: 1 });
  expect((await message(reply.id)).delivery_state).toBe("sent");
  await deliver(reply.id);
  expect(sent).toBe(1);
});

function bounce(messageId: string): Promise<void> {
  return desk.inTenant((tx) => recordDelivery(tx, messageId, { state: "failed", error: "mailbox full" }));
}

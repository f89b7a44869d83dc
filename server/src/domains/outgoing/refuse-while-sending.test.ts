import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { fromNow } from "../../testing/from-now.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { deleteTicket } from "../tickets/index.ts";
import { deliverMail, giveUpStuckMail } from "./deliver-mail.ts";

let desk: AgentAtDesk;
let sent = 0;
let whileSending: () => Promise<void> = async () => {};
beforeAll(async () => {
  desk = await agentAtDesk(
    await openDesk({
      roles: [],
      mailer: {
        send: async () => {
          sent += 1;
          await whileSending();
        },
        check: async () => undefined,
        close: () => undefined,
      },
    }),
  );
});
afterAll(() => desk.stop());

async function waitingReply() {
  const ticket = await desk.ticket(`${crypto.randomUUID()}@example.org`);
  const reply = await desk.reply(ticket.id);
  const mail = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select("id").where("message_id", "=", reply.id).executeTakeFirstOrThrow(),
  );
  return { ticketId: ticket.id, mailId: mail.id };
}

const remove = (ticketId: string) => desk.inTenant((tx) => deleteTicket(tx, desk.agent, ticketId));
const deliver = (mailId: string) => deliverMail(desk.services, { mailId, tenantId: desk.tenant });

test("a ticket with a queued mail is deleted with it, and the mail's job finds nothing", async () => {
  const { ticketId, mailId } = await waitingReply();
  await remove(ticketId);
  await deliver(mailId);
  expect(sent).toBe(0);
});

test("a ticket cannot be deleted while its mail is being sent, but can a moment later", async () => {
  const { ticketId, mailId } = await waitingReply();
  let refusal: unknown = null;
  whileSending = async () => {
    refusal = await remove(ticketId).catch((error: unknown) => error);
  };
  await deliver(mailId);
  expect(refusal).toMatchObject({ code: "ticket_mail_on_its_way" });
  expect(await remove(ticketId)).toEqual({ id: ticketId });
});

test("a mail whose job was lost fails after two days and can be retried", async () => {
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

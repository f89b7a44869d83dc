import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { untilLocksWait } from "../../testing/hold-rows.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { deliverMail, recordBounce } from "./deliver-mail.ts";

let desk: AgentAtDesk;
let sent = 0;
/** Runs after the server took a mail and before that is recorded. */
let afterAcceptance: () => Promise<void> = async () => {};

beforeAll(async () => {
  desk = await agentAtDesk(
    await openDesk({
      roles: [],
      mailer: {
        send: async () => {
          sent += 1;
          await afterAcceptance();
        },
        check: async () => undefined,
        close: () => undefined,
      },
    }),
  );
});
afterAll(() => desk.stop());
afterEach(() => {
  sent = 0;
  afterAcceptance = async () => {};
});

function outgoing(messageId: string) {
  return desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").selectAll().where("message_id", "=", messageId).executeTakeFirstOrThrow(),
  );
}

async function deliver(messageId: string): Promise<void> {
  const { id } = await outgoing(messageId);
  await deliverMail(desk.services, { mailId: id, tenantId: desk.tenant });
}

test("a bounce that overtakes the record of a mail's acceptance stays", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  const bounce = { mailId: (await outgoing(reply.id)).id, resends: null, error: "mailbox full" };
  let atOnce: unknown;
  let bounced: Promise<unknown> = Promise.resolve();
  afterAcceptance = async () => {
    atOnce = await desk.inTenant((tx) => recordBounce(tx, bounce, false));
    bounced = desk.bounce(reply.id, "mailbox full");
    // It is there before the delivery goes on.
    await untilLocksWait(desk.services.db.pool, 1);
  };
  await deliver(reply.id);
  expect(atOnce).toBe("being sent");
  expect(await bounced).toBe("failed");
  expect(await desk.deliveryOf(reply.id)).toEqual({ state: "failed", error: "mailbox full" });
});

test("trying again while the mail is being sent neither waits for it nor sends it twice", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  let refusal: unknown;
  afterAcceptance = async () => {
    refusal = await desk.retry(ticket.id, reply.id).catch((error: unknown) => error);
  };
  await deliver(reply.id);
  expect(refusal).toMatchObject({ code: "message_not_failed" });
  expect(await outgoing(reply.id)).toMatchObject({ state: "sent", attempts: 1 });
  expect((await desk.deliveryOf(reply.id)).state).toBe("sent");
  await deliver(reply.id);
  expect(sent).toBe(1);
});

test("two who try again at the same moment queue one mail", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  await deliver(reply.id);
  await desk.bounce(reply.id, "mailbox full");
  const both = await Promise.allSettled([desk.retry(ticket.id, reply.id), desk.retry(ticket.id, reply.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await outgoing(reply.id)).toMatchObject({ state: "queued", resends: 1 });
});

test("a late bounce says nothing of a mail that waits to be sent again", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  await deliver(reply.id);
  await desk.bounce(reply.id, "mailbox full");
  await desk.retry(ticket.id, reply.id);
  expect(await desk.bounce(reply.id, "mailbox full")).toBe("sent again");
  expect((await desk.deliveryOf(reply.id)).state).toBe("sending");
});

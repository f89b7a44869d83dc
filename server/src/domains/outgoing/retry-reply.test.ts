import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { untilLocksWait } from "../../testing/hold-rows.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { findOrCreateCustomer } from "../customers/index.ts";
import { deliverMail, recordBounce } from "./deliver-mail.ts";

let desk: AgentAtDesk;
let sent = 0;
/** Runs between the acceptance of a mail and its recording. */
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

test("a bounce that arrives before the mail's acceptance is recorded is kept", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  const bounce = { mailId: (await outgoing(reply.id)).id, resends: null, error: "mailbox full" };
  let atOnce: unknown;
  let bounced: Promise<unknown> = Promise.resolve();
  afterAcceptance = async () => {
    atOnce = await desk.inTenant((tx) => recordBounce(tx, bounce, false));
    bounced = desk.bounce(reply.id, "mailbox full");
    // The bounce has arrived before the delivery goes on.
    await untilLocksWait(desk.services.db.pool, 1);
  };
  await deliver(reply.id);
  expect(atOnce).toBe("being sent");
  expect(await bounced).toBe("failed");
  expect(await desk.deliveryOf(reply.id)).toEqual({ state: "failed", error: "mailbox full" });
});

test("a retry during sending neither waits nor sends the mail twice", async () => {
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

test("mail to a customer without an address goes only to that customer, whoever's the ticket is by then", async () => {
  const ticket = await desk.ticket();
  const setEmail = (id: string, email: string | null) =>
    desk.inTenant((tx) => tx.updateTable("customers").set({ email }).where("id", "=", id).execute());
  const giveTo = (customer_id: string) =>
    desk.inTenant((tx) => tx.updateTable("support_tickets").set({ customer_id }).where("id", "=", ticket.id).execute());
  const other = await desk.inTenant((tx) => findOrCreateCustomer(tx, { email: "ben@example.org", name: "Ben" }));
  await setEmail(ticket.customerId, null);
  const reply = await desk.reply(ticket.id);
  await giveTo(other.id);
  await desk.retry(ticket.id, reply.id);
  expect(await outgoing(reply.id)).toMatchObject({ state: "failed", to_email: "" });
  await giveTo(ticket.customerId);
  await setEmail(ticket.customerId, "jo@example.org");
  await desk.retry(ticket.id, reply.id);
  expect(await outgoing(reply.id)).toMatchObject({ state: "queued", to_email: "jo@example.org" });
});

test("a retry does not send a second copy to a customer's new address that already has one", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  await deliver(reply.id);
  await desk.bounce(reply.id, "mailbox full");
  const copied = { tenant: desk.tenant, messageId: reply.id, email: `copy-${reply.id}@example.org` };
  await desk.asOwner(
    `insert into outgoing_mails (client_id, id, kind, message_id, mail_message_id, to_email, details, state, sent_at)
     select client_id, gen_random_uuid(), kind, message_id, mail_message_id, $2, details, 'sent', now()
       from outgoing_mails where message_id = $1`,
    [copied.messageId, copied.email],
    copied.tenant,
  );
  await desk.inTenant((tx) =>
    tx.updateTable("customers").set({ email: copied.email }).where("id", "=", ticket.customerId).execute(),
  );
  await desk.retry(ticket.id, reply.id);
  const mails = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select(["to_email", "state"]).where("message_id", "=", reply.id).execute(),
  );
  expect(mails.toSorted((first, second) => first.to_email.localeCompare(second.to_email))).toEqual([
    { to_email: copied.email, state: "sent" },
    { to_email: "jo@example.org", state: "queued" },
  ]);
  await desk.inTenant((tx) =>
    tx.updateTable("customers").set({ email: "jo@example.org" }).where("id", "=", ticket.customerId).execute(),
  );
});

test("two concurrent retries queue one mail", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  await deliver(reply.id);
  await desk.bounce(reply.id, "mailbox full");
  const both = await Promise.allSettled([desk.retry(ticket.id, reply.id), desk.retry(ticket.id, reply.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await outgoing(reply.id)).toMatchObject({ state: "queued", resends: 1 });
});

test("a late bounce is ignored for a mail that waits to be sent again", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  await deliver(reply.id);
  await desk.bounce(reply.id, "mailbox full");
  await desk.retry(ticket.id, reply.id);
  expect(await desk.bounce(reply.id, "mailbox full")).toBe("sent again");
  expect((await desk.deliveryOf(reply.id)).state).toBe("sending");
});

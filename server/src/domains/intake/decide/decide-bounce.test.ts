import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../../testing/agent-at-desk.ts";
import { holdRows } from "../../../testing/hold-rows.ts";
import { openDesk } from "../../../testing/open-desk.ts";
import { deliverMail, mailKey, replyAddress } from "../../outgoing/index.ts";
import { deleteTicket, loadTicketDetail } from "../../tickets/index.ts";
import type { BounceDetails } from "../classify/read-bounce.ts";
import { decideBounce } from "./decide-bounce.ts";
import { type OwnMarks, readOwnMarks } from "./own-marks.ts";

let desk: AgentAtDesk;
/** The return paths of outgoing mails. */
const returnPaths: string[] = [];
beforeAll(async () => {
  desk = await agentAtDesk(
    await openDesk({
      roles: [],
      mailer: {
        send: async ({ returnPath }) => {
          returnPaths.push(returnPath);
        },
        check: async () => undefined,
        close: () => undefined,
      },
    }),
  );
});
afterAll(() => desk.stop());

async function sentReply() {
  const { id: ticketId } = await desk.ticket(`${crypto.randomUUID()}@example.org`);
  return { ticketId, messageId: await sentTo(ticketId, "jo@example.org") };
}

async function sentTo(ticketId: string, to: string) {
  const { id: messageId } = await desk.reply(ticketId);
  await desk.inTenant((tx) =>
    tx.updateTable("outgoing_mails").set({ to_email: to }).where("message_id", "=", messageId).execute(),
  );
  await deliver(messageId);
  return messageId;
}

const remove = (ticketId: string) => desk.inTenant((tx) => deleteTicket(tx, desk.agent, ticketId));

async function deliver(messageId: string) {
  const mail = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select("id").where("message_id", "=", messageId).executeTakeFirstOrThrow(),
  );
  await deliverMail(desk.services, { mailId: mail.id, tenantId: desk.tenant });
}

const noMarks = { messages: [], tickets: [], forged: null, returned: null };

function bounces(marks: Partial<OwnMarks>, details: Partial<BounceDetails> = {}) {
  const told: BounceDetails = {
    action: "failed",
    recipient: "jo-box@inner.example",
    status: "5.1.1",
    diagnostic: "no such user",
    originalMessageIds: [],
  };
  const bounce = { ...told, ...details };
  const report = { kind: "bounce", reason: "It is a delivery report.", bounce } as const;
  return desk.inTenant((tx) => decideBounce(tx, report, { ...noMarks, ...marks }, false));
}

test("deletes a ticket while a bounce of its reply is recorded: one waits for the other", async () => {
  const { ticketId, messageId } = await sentReply();
  // The bounce stops where it notifies the reply's author.
  const lock = await holdRows(
    desk.services.db.pool,
    { tenantId: desk.tenant },
    "select from users where id = $1 for update",
    [desk.agent.userId],
  );
  const bounced = bounces({ messages: [messageId] });
  await lock.untilWaiting(1);
  const removed = remove(ticketId);
  await lock.untilWaiting(2);
  await lock.release();
  expect(await Promise.allSettled([bounced, removed])).toMatchObject([
    { status: "fulfilled", value: { state: "bounce", ticketId, messageId } },
    { status: "fulfilled", value: { id: ticketId } },
  ]);
});

test("finds no message for a bounce whose ticket is deleted meanwhile", async () => {
  const { ticketId, messageId } = await sentReply();
  // The deletion stops at the customer's message, when it has already locked the ticket.
  const lock = await holdRows(
    desk.services.db.pool,
    { tenantId: desk.tenant },
    "select from ticket_messages where ticket_id = $1 and is_from_customer for update",
    [ticketId],
  );
  const removed = remove(ticketId);
  await lock.untilWaiting(1);
  const bounced = bounces({ messages: [messageId] });
  await lock.untilWaiting(2);
  await lock.release();
  await removed;
  expect(await bounced).toEqual({
    state: "bounce",
    reason:
      "It is a delivery report. It names no message of ours. jo-box@inner.example refused the message: 5.1.1 no such user",
  });
});

test.each([
  [{ recipient: null, diagnostic: null }, ""],
  [{ recipient: null }, " The recipient's mail server refused the message: 5.1.1 no such user"],
  [{ diagnostic: null }, " jo-box@inner.example refused the message: 5.1.1"],
  [{ action: "delayed" as const }, " It tells: delayed (jo-box@inner.example)."],
])("describes a bounce of an unknown mail with %j by what it knows", async (told, words) => {
  const { reason } = await bounces({}, told);
  expect(reason).toBe(`It is a delivery report. It names no message of ours.${words}`);
});

test("names the address that the mail was sent to, not the one in the report", async () => {
  const { messageId } = await sentReply();
  const reason = "It is a delivery report. jo@example.org refused the message: 5.1.1 no such user";
  expect(await bounces({ messages: [messageId] })).toMatchObject({ state: "bounce", messageId, reason });
});

test("fails a message by few words at its return path, and takes the same at its reply address for an answer", async () => {
  const takeIn = async (isReturnPath: boolean) => {
    const { ticketId, messageId } = await sentReply();
    const { secret, mailDomain } = desk.services.settings;
    const ticket = { clientCode: desk.clientCode, ticketId };
    const to = isReturnPath ? returnPaths.at(-1) : replyAddress(mailKey(secret), mailDomain, ticket);
    const raw = `From: relay7@mx.example\r\nSubject: Hi\r\n\r\nThe message could not\r\nbe delivered. ${messageId}`;
    const entries = await desk.takeIn({ envelopeFrom: "relay7@mx.example", recipients: [to ?? ""], raw });
    const { state } = await desk.inTenant((tx) =>
      tx
        .selectFrom("mail_log")
        .select("state")
        .where("id", "=", entries.get(desk.tenant) ?? "")
        .executeTakeFirstOrThrow(),
    );
    return { state, delivery: (await desk.deliveryOf(messageId)).state };
  };
  expect(await takeIn(true)).toEqual({ state: "bounce", delivery: "failed" });
  expect(await takeIn(false)).toEqual({ state: "reply_added", delivery: "sent" });
});

test.each([true, false])(
  "ignores a late bounce of a mail that was sent again, but not one of its latest sending (%#)",
  async (isNamed) => {
    returnPaths.length = 0;
    const { id: ticketId } = await desk.ticket(`${crypto.randomUUID()}@example.org`);
    const { id: messageId } = await desk.reply(ticketId);
    const state = async () =>
      (await desk.inTenant((tx) => loadTicketDetail(tx, desk.agent, ticketId))).messages.at(-1)?.deliveryState;
    const bounceTo = (returnPath: string | undefined) => {
      const marks = readOwnMarks(desk.services.settings, desk.clientCode, [returnPath ?? ""], []);
      return bounces({ ...marks, messages: isNamed ? [messageId] : [] });
    };

    await deliver(messageId);
    await bounceTo(returnPaths[0]);
    expect(await state()).toBe("failed");
    await desk.retry(ticketId, messageId);
    await bounceTo(returnPaths[0]);
    expect(await state()).toBe("sending");
    await deliver(messageId);
    expect(await bounceTo(returnPaths[0])).toMatchObject({ state: "bounce" });
    expect(await state()).toBe("sent");
    await bounceTo(returnPaths[1]);
    expect(await state()).toBe("failed");
  },
);

test("fails the newest message to the reported address, and never another recipient's with the same return path", async () => {
  const { ticketId, messageId: toJo } = await sentReply();
  const marks = readOwnMarks(desk.services.settings, desk.clientCode, [returnPaths.at(-1) ?? ""], []);
  const toBo = await sentTo(ticketId, "bo@example.org");
  const toCy = await sentTo(ticketId, "cy@example.org");
  const states = async () => Promise.all([toJo, toBo, toCy].map(async (id) => (await desk.deliveryOf(id)).state));
  for (const recipient of ["dora@example.org", null]) {
    expect((await bounces(marks, { recipient })).messageId).toBeUndefined();
    expect(await states()).toEqual(["sent", "sent", "sent"]);
  }
  expect(await bounces(marks, { recipient: "Bo@example.org" })).toMatchObject({ ticketId, messageId: toBo });
  expect(await states()).toEqual(["sent", "failed", "sent"]);
  expect((await bounces(marks, { recipient: "bo@example.org" })).messageId).toBeUndefined();
  expect(await states()).toEqual(["sent", "failed", "sent"]);
});

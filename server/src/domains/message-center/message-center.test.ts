import { limits } from "@deskhand/contract/limits";
import type { MailStage } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DeliveryDelayed, DeliveryRefused, type Mailer } from "../../platform/mailer/mailer.ts";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, keep, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../testing/test-people.ts";
import { deliverMail, recordBounce, selectMailsOf } from "../outgoing/index.ts";

/** A relay that takes, refuses or puts off a mail as its recipient's address says. */
const mailer: Mailer = {
  async send({ to }) {
    if (to.startsWith("refused")) throw new DeliveryRefused(`${to} does not exist`);
    if (to.startsWith("later")) throw new DeliveryDelayed("The server is busy");
  },
  check: async () => {},
  close: () => {},
};

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  // Without workers, mails leave when the test delivers them.
  app = await openDesk({ roles: ["web"], mailer });
});
afterAll(() => app.stop());

/** A store of its own for a test. */
async function openStore(): Promise<void> {
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
}

const list = async (filter: { stage?: MailStage; search?: string } = {}, person = agent) =>
  (await person.api.messageCenter.list({ ...filter, limit: limits.maxPageSize })).items;

const mailOf = (messageId: string) =>
  app.db.withTenant(owner.tenantId, async (tx) => (await selectMailsOf(tx, messageId))[0]?.id ?? "");

/** Answers a new ticket, and delivers the mail unless it is to wait. */
async function answer(to: string, { subject = "Where is my order?", isDelivered = true } = {}) {
  const ticket = await makeTicket(app, owner, { from: to, subject });
  const message = await reply(agent, ticket.id);
  const mailId = await mailOf(message.id);
  if (isDelivered) await deliverMail(app.services, { tenantId: owner.tenantId, mailId });
  return { ticket, message, mailId };
}

const bounce = (mailId: string, error: string) =>
  app.db.withTenant(owner.tenantId, (tx) => recordBounce(tx, { mailId, resends: null, error }, true));

const hold = (mailId: string) =>
  app.asOwner(
    "update outgoing_mails set held_until = now() + interval '5 hours', last_error = 'The limit is used up', quota = 'reply' where id = $1",
    [mailId],
    owner.tenantId,
  );

test("each mail stands in its stage with its reason, and in all of them, and what asks for something is counted", async () => {
  await openStore();
  const waiting = await answer(newAddress("later"));
  const sent = await answer(newAddress("fine"));
  const failed = await answer(newAddress("refused"));
  const bounced = await answer(newAddress("bounced"));
  await bounce(bounced.mailId, "The mailbox is full");
  const held = await answer(newAddress("held"), { isDelivered: false });
  await hold(held.mailId);
  const { id: ticketId, ticketNumber } = await makeTicket(app, owner, { from: "ann@customer.test", subject: "A lamp" });
  const people = { to: [{ email: "ann@customer.test" }], cc: [{ email: "bob@customer.test" }], bcc: [] };
  const dueAt = fromNow({ days: 1 });
  const scheduled = await keep(agent, ticketId, { until: dueAt, recipients: people });
  // It can still be undone for some seconds, and is no scheduled one.
  await keep(agent, sent.ticket.id, { undoSeconds: 30, sendAnyway: true });

  const [shown] = await list({ stage: "waiting" });
  expect(shown).toMatchObject({
    id: waiting.mailId,
    stage: "waiting",
    reason: "The server is busy",
    ticket: { id: waiting.ticket.id, ticketNumber: waiting.ticket.ticketNumber },
    messageId: waiting.message.id,
    author: { id: agent.userId, name: agent.name },
    isAutomatic: false,
    attempts: 1,
    mayTryAgain: false,
    nextAt: expect.any(String),
  });
  expect(await list({ stage: "sent" })).toMatchObject([
    { id: sent.mailId, reason: null, sentAt: expect.any(String), nextAt: null, mayTryAgain: false },
  ]);
  expect(await list({ stage: "failed" })).toMatchObject([
    { id: failed.mailId, reason: expect.stringContaining("does not exist"), mayTryAgain: true },
  ]);
  expect(await list({ stage: "bounced" })).toMatchObject([
    { id: bounced.mailId, reason: "The mailbox is full", mayTryAgain: true },
  ]);
  expect(await list({ stage: "held" })).toMatchObject([
    { id: held.mailId, reason: "The limit is used up", nextAt: expect.any(String), mayTryAgain: true },
  ]);
  expect(await list({ stage: "scheduled" }, owner)).toMatchObject([
    {
      id: scheduled.id,
      stage: "scheduled",
      to: "ann@customer.test",
      others: 1,
      subject: "A lamp",
      ticket: { id: ticketId, ticketNumber },
      messageId: null,
      author: { id: agent.userId },
      nextAt: dueAt,
    },
  ]);
  const newestFirst = [scheduled.id, ...[held, bounced, failed, sent, waiting].map(({ mailId }) => mailId)];
  expect((await list()).map(({ id }) => id)).toEqual(newestFirst);
  expect(await agent.api.messageCenter.counts({})).toEqual({
    waiting: 1,
    scheduled: 1,
    held: 1,
    failed: 1,
    bounced: 1,
  });
});

test("mails about accounts are not listed, and automatic ones say so", async () => {
  await openStore();
  const { message, mailId } = await answer(newAddress("fine"));
  await app.asOwner(
    "update outgoing_mails set kind = 'acknowledgement' where message_id = $1",
    [message.id],
    owner.tenantId,
  );
  await owner.api.team.invite({ email: newAddress("invited"), name: "Iris", role: "agent" });
  expect(await list({}, owner)).toMatchObject([{ id: mailId, isAutomatic: true }]);
});

test("pages follow each other without a gap, mails and scheduled replies in one order", async () => {
  await openStore();
  const ids: string[] = [];
  for (const place of [1, 2, 3, 4, 5]) {
    if (place % 2 === 0) {
      const { id } = await makeTicket(app, owner);
      ids.unshift((await keep(agent, id, { until: fromNow({ days: place }) })).id);
    } else ids.unshift((await answer(newAddress("fine"))).mailId);
  }
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await agent.api.messageCenter.list({ limit: 2, ...(cursor && { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(ids);
});

test("a search finds subject and recipient within a stage, in any spelling, and no other mail", async () => {
  await openStore();
  const lamp = await answer("refused-jürgen@müller.example", { subject: "Grüne Lampe" });
  await answer("refused-ann@müller.example", { subject: "Chair" });
  await answer("bea@other.example", { subject: "Grüne Lampe" });
  const { id } = await makeTicket(app, owner, { from: "jürgen@müller.example", subject: "Grüne Lampe" });
  const later = await keep(agent, id, { until: fromNow({ days: 1 }) });
  const found = async (search: string, stage?: MailStage) =>
    (await list({ search, ...(stage && { stage }) })).map((mail) => mail.id);
  expect(await found("gruene jürgen", "failed")).toEqual([lamp.mailId]);
  expect(await found("lampe jürgen")).toEqual([later.id, lamp.mailId]);
  expect(await found("LAMPE", "scheduled")).toEqual([later.id]);
  expect(await found("chair", "scheduled")).toEqual([]);
  expect(await found("lamp", "sent")).toHaveLength(1);
});

test("of many mails those that can be are tried again, and each of the others says why not", async () => {
  await openStore();
  const failed = await answer(newAddress("refused"));
  const bounced = await answer(newAddress("bounced"));
  await bounce(bounced.mailId, "The mailbox is full");
  const held = await answer(newAddress("held"), { isDelivered: false });
  await hold(held.mailId);
  const sent = await answer(newAddress("fine"));
  const nowhere = await answer(newAddress("refused"));
  await app.asOwner("update outgoing_mails set to_email = '' where id = $1", [nowhere.mailId], owner.tenantId);
  await app.asOwner("update support_tickets set customer_id = null where id = $1", [nowhere.ticket.id], owner.tenantId);
  expect((await list({ stage: "failed" })).map(({ id, mayTryAgain }) => ({ id, mayTryAgain }))).toEqual([
    { id: nowhere.mailId, mayTryAgain: false },
    { id: failed.mailId, mayTryAgain: true },
  ]);
  const unknown = crypto.randomUUID();
  const ids = [failed, bounced, held, sent, nowhere].map(({ mailId }) => mailId);
  const { items } = await agent.api.messageCenter.tryAgain({ ids: [...ids, unknown, failed.mailId] });
  expect(items).toEqual([
    { id: failed.mailId, stage: "waiting", error: null, overtaken: null },
    { id: bounced.mailId, stage: "waiting", error: null, overtaken: null },
    { id: held.mailId, stage: "waiting", error: null, overtaken: null },
    {
      id: sent.mailId,
      stage: "sent",
      error: "Only a message whose delivery failed can be tried again",
      overtaken: null,
    },
    { id: nowhere.mailId, stage: "failed", error: "Customer email is required", overtaken: null },
    { id: unknown, stage: null, error: "Message not found or access denied", overtaken: null },
  ]);
  // Twice is once.
  expect((await agent.api.messageCenter.tryAgain({ ids: [failed.mailId] })).items).toMatchObject([
    { stage: "waiting", error: expect.any(String) },
  ]);
  // A bounce is forgotten as the mail goes again.
  await deliverMail(app.services, { tenantId: owner.tenantId, mailId: bounced.mailId });
  expect(await list({ stage: "bounced" })).toEqual([]);
});

test("a mail that is old, or after which somebody wrote, goes again only after a question", async () => {
  await openStore();
  const [fresh, old, asked, answered] = [
    await answer(newAddress("refused")),
    await answer(newAddress("refused")),
    await answer(newAddress("refused")),
    await answer(newAddress("refused")),
  ];
  const dayAgo = "update ticket_messages set created_at = created_at - interval '25 hours' where ticket_id = $1";
  await app.asOwner(dayAgo, [old.ticket.id], owner.tenantId);
  await customerReplies(app, owner, asked.ticket.id, "Hello?");
  await reply(owner, answered.ticket.id);
  // One's own second answer does not overtake the first.
  await reply(agent, fresh.ticket.id, { sendAnyway: true });
  const ids = [fresh, old, asked, answered].map(({ mailId }) => mailId);
  const why = { isOld: false, hasNewMail: false, answeredBy: null };
  const { items } = await agent.api.messageCenter.tryAgain({ ids });
  expect(items).toMatchObject([
    { stage: "waiting", overtaken: null },
    { stage: "failed", overtaken: { ...why, isOld: true } },
    { stage: "failed", overtaken: { ...why, hasNewMail: true } },
    { stage: "failed", overtaken: { ...why, answeredBy: owner.name } },
  ]);
  const { ticket, message } = asked;
  const again = (sendAnyway: boolean) =>
    agent.api.messages.retryDelivery({ ticketId: ticket.id, id: message.id, sendAnyway });
  await expect(again(false)).rejects.toMatchObject({ code: "message_overtaken", data: { hasNewMail: true } });
  expect(await again(true)).toMatchObject({ deliveryState: "sending" });
  const sent = await agent.api.messageCenter.tryAgain({ ids: [old.mailId, answered.mailId], sendAnyway: true });
  expect(sent.items.map(({ stage, error }) => [stage, error])).toEqual([
    ["waiting", null],
    ["waiting", null],
  ]);
});

test("too many mails in one request, or none, are refused by their field", async () => {
  await openStore();
  const ids = Array.from({ length: limits.mailsTriedAgain + 1 }, () => crypto.randomUUID());
  for (const wrong of [[], ids]) {
    await expect(agent.api.messageCenter.tryAgain({ ids: wrong })).rejects.toMatchObject({
      code: "input_invalid",
      data: { fields: { ids: [expect.any(String)] } },
    });
  }
});

test("the tickets of drafts are found by their ids; one that was deleted is missing", async () => {
  await openStore();
  const { id, ticketNumber } = await makeTicket(app, owner, { subject: "A lamp" });
  const { id: deleted } = await makeTicket(app, owner);
  await owner.api.tickets.delete({ id: deleted });
  const { items } = await agent.api.messageCenter.draftTickets({ ids: [deleted, id] });
  expect(items).toEqual([{ id, ticketNumber, subject: "A lamp" }]);
  expect((await agent.api.messageCenter.draftTickets({ ids: [] })).items).toEqual([]);
});

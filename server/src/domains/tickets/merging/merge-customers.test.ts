import { randomUUID } from "node:crypto";
import { customerExportUrl, rawMailUrl } from "@deskhand/contract/pages";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { textsOf } from "../../../testing/store/merge-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";
import { mailKey, replyAddress } from "../../outgoing/index.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let agent: Person;
let admin: Person;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  admin = await addColleague(desk, { tenantId: store.id }, "admin");
});
afterAll(() => desk.stop());

/** Opens a ticket with a person's first mail. */
async function writes(name: string, subject: string, text: string) {
  const email = `${name.toLowerCase()}-${randomUUID()}@people.example`;
  const messageId = `${randomUUID()}@people.example`;
  const headers = [`Message-ID: <${messageId}>`];
  const { ticket_id } = await at.send({ from: `${name} <${email}>`, subject, text, headers, check: "pass" });
  return { email, messageId, ...(await agent.api.tickets.get({ id: ticket_id ?? "" })) };
}

const two = async () =>
  [
    await writes("Ana", "A blue lamp", "Ana asks for her lamp."),
    await writes("Ben", "A red chair", "Ben asks for his chair."),
  ] as const;
const merge = (id: string, into: string) => agent.api.tickets.merge({ id, into, customers: "keep" });
const reply = (ticketId: string, answersId?: string) =>
  agent.api.messages.reply({
    ticketId,
    content: "It is on its way.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    ...(answersId && { answersId }),
  });
const mailsOf = (messageId: string) =>
  desk.asOwner<{ to_email: string; details: { subject: string; references: string[]; inReplyTo: string } }>(
    "select to_email, details from outgoing_mails where message_id = $1",
    [messageId],
    store.id,
  );

test("tickets of two customers are merged only after a choice, and the customers are named", async () => {
  const [ana, ben] = await two();
  const { id: anas } = ana.customer ?? {};
  await expect(agent.api.tickets.merge({ id: ana.id, into: ben.id })).rejects.toMatchObject({
    code: "merge_other_customer",
    data: { of: { id: anas, name: "Ana", email: ana.email }, into: { name: "Ben", email: ben.email } },
  });
  expect(await agent.api.tickets.get({ id: ana.id })).toMatchObject({ mergedInto: null, messageCount: 1 });
});

test("if they stay two, the other's messages are a side conversation, and neither gets a word, id or subject of the other's", async () => {
  const [ana, ben] = await two();
  await reply(ben.id);
  const merged = await merge(ana.id, ben.id);
  expect(merged).toMatchObject({ id: ben.id, customer: { email: ben.email } });
  expect(merged.messages.map(({ audience }) => audience)).toEqual(["side", "customer", "customer"]);
  const toAna = await reply(ben.id, ana.messages[0]?.id);
  expect(toAna).toMatchObject({ recipients: [{ kind: "to", email: ana.email }], audience: "side" });
  const [mailToAna] = await mailsOf(toAna.id);
  expect(mailToAna).toMatchObject({
    to_email: ana.email,
    details: { subject: expect.stringContaining("Re: A blue lamp [Ticket: "), references: [ana.messageId] },
  });
  const toBen = await reply(ben.id, ben.messages[0]?.id);
  const [mailToBen] = await mailsOf(toBen.id);
  expect(mailToBen?.details.subject).toContain("A red chair");
  expect(mailToBen?.details.references).not.toContain(ana.messageId);
  expect(JSON.stringify(mailToBen?.details.references)).not.toContain(toAna.id);
  // Ana's answer joins the conversation, and the reply to it refers only to her mails.
  const again = await at.send({
    from: `Ana <${ana.email}>`,
    subject: "Re: A blue lamp",
    text: "Thank you!",
    check: "pass",
    headers: [`In-Reply-To: <${ana.messageId}>`],
  });
  expect(again.ticket_id).toBe(ben.id);
  const { messages } = await agent.api.tickets.get({ id: ben.id });
  expect(messages.at(-1)).toMatchObject({ authorEmail: ana.email, audience: "side" });
  const [mail] = await mailsOf((await reply(ben.id, messages.at(-1)?.id)).id);
  expect(mail).toMatchObject({ to_email: ana.email, details: { subject: expect.stringContaining("A blue lamp") } });
  expect(mail?.details.references).toHaveLength(3);
});

test("undoing the merge returns each one's messages, and meanwhile each one's export has only their own", async () => {
  const [ana, ben] = await two();
  await merge(ana.id, ben.id);
  const toAna = await reply(ben.id, ana.messages[0]?.id);
  const exported = async (customerId: string | null) => (await admin.send(customerExportUrl(customerId ?? ""))).text();
  const ofAna = await exported(ana.customerId);
  expect(ofAna).toContain("Ana asks for her lamp.");
  expect(ofAna).toContain(toAna.content);
  expect(ofAna).not.toContain("Ben asks for his chair.");
  expect(await exported(ben.customerId)).not.toContain("Ana asks for her lamp.");
  const undone = await agent.api.tickets.unmerge({ id: ana.id });
  const theirs = [{ audience: "customer" }, { id: toAna.id, audience: "customer" }];
  expect(undone).toMatchObject({ customer: { email: ana.email }, messages: theirs });
  expect(textsOf(await agent.api.tickets.get({ id: ben.id }))).toEqual(["Ben asks for his chair."]);
});

test.each(["before", "after"])("an answer sent %s the merge is undone goes where its question is", async (when) => {
  const [ana, ben] = await two();
  await merge(ana.id, ben.id);
  const toAna = await reply(ben.id, ana.messages[0]?.id);
  if (when === "after") await agent.api.tickets.unmerge({ id: ana.id });
  const answer = { from: `Ana <${ana.email}>`, subject: "Re: A blue lamp", text: "Thank you!", check: "pass" } as const;
  const headers = [`In-Reply-To: <${await at.mailIdOf(toAna.id)}>`];
  // She answers a mail that was sent from the address of its ticket at that time.
  const { secret } = desk.services.settings;
  const to = replyAddress(mailKey(secret), testMailDomain, { clientCode: store.clientCode, ticketId: ben.id });
  await at.send({ ...answer, headers, to });
  if (when === "before") await agent.api.tickets.unmerge({ id: ana.id });
  expect(textsOf(await agent.api.tickets.get({ id: ana.id })).at(-1)).toBe("Thank you!");
  expect(textsOf(await agent.api.tickets.get({ id: ben.id }))).toEqual(["Ben asks for his chair."]);
});

test("an answer on another customer's ticket has the number and address of the person's own, and replies to it return there too", async () => {
  const [ana, ben] = await two();
  await merge(ana.id, ben.id);
  const toAna = await reply(ben.id, ana.messages[0]?.id);
  const [mail] = await desk.asOwner<{ id: string }>(
    "select id from outgoing_mails where message_id = $1",
    [toAna.id],
    store.id,
  );
  const sent = (await (await admin.send(rawMailUrl(mail?.id ?? ""))).text()).replace(/\r\n[ \t]+/g, " ");
  const label = ticketLabel(ana.ticketNumber);
  const to = replyAddress(mailKey(desk.services.settings.secret), testMailDomain, {
    clientCode: store.clientCode,
    ticketId: ana.id,
  });
  expect(sent).toContain(`Reply-To: ${to}`);
  expect(sent).toContain(`Subject: Re: A blue lamp [${label}]`);
  expect(sent).not.toContain(ticketLabel(ben.ticketNumber));
  const from = `Ana <${ana.email}>`;
  const answers = [
    await at.send({ from, to, text: "By its address." }),
    await at.send({ from, subject: `Again [${label}]`, text: "By its number.", check: "pass" }),
  ];
  expect(answers.map(({ ticket_id }) => ticket_id)).toEqual([ben.id, ben.id]);
  await agent.api.tickets.unmerge({ id: ana.id });
  expect(textsOf(await agent.api.tickets.get({ id: ana.id })).slice(-2)).toEqual(["By its address.", "By its number."]);
  expect(textsOf(await agent.api.tickets.get({ id: ben.id }))).toEqual(["Ben asks for his chair."]);
});

test("a message from a merged ticket is forwarded with its own subject, and others with the ticket's", async () => {
  const [ana, ben] = await two();
  const { messages } = await merge(ana.id, ben.id);
  const forward = async (which: number[]) => {
    const messageIds = which.map((nth) => messages[nth]?.id ?? "");
    const to = { recipients: { to: [{ email: "carrier@carrier.example" }] } };
    return agent.api.messages.previewForward({ ticketId: ben.id, content: "", messageIds, ...to });
  };
  const [ofAna, ofBoth] = [await forward([0]), await forward([0, 1])];
  expect(ofAna.subject).toContain("Fwd: A blue lamp [");
  expect([ofAna.html.includes("Subject: A blue lamp"), ofAna.html.includes("A red chair")]).toEqual([true, false]);
  expect(ofBoth.subject).toContain("Fwd: A red chair [");
  expect(ofBoth.html).toMatch(/Subject: A blue lamp[\s\S]*Subject: A red chair/);
});

test("a ticket without a customer is merged on request, and an erasure deletes only the erased person's part", async () => {
  const [ana, ben] = await two();
  await agent.api.tickets.changeCustomer({ id: ana.id, customer: null });
  await expect(agent.api.tickets.merge({ id: ana.id, into: ben.id })).rejects.toMatchObject({
    data: { of: null, into: { email: ben.email } },
  });
  await agent.api.tickets.changeCustomer({ id: ana.id, customer: { id: ana.customerId ?? "" } });
  await merge(ana.id, ben.id);
  await desk.db.withTenant(store.id, (tx) => redactCustomer(tx, ana.customerId ?? ""));
  expect(textsOf(await agent.api.tickets.get({ id: ben.id }))).toEqual(["Ben asks for his chair."]);
  await expect(agent.api.tickets.get({ id: ana.id })).rejects.toMatchObject({ code: "ticket_not_found" });
});

test("of two concurrent merges into each other one is refused, and nothing is doubled", async () => {
  const [ana, ben] = await two();
  const both = await Promise.allSettled([merge(ana.id, ben.id), merge(ben.id, ana.id), merge(ana.id, ben.id)]);
  expect(both.some(({ status }) => status === "rejected")).toBe(true);
  const shells = await Promise.all([ana.id, ben.id].map((id) => agent.api.tickets.get({ id })));
  expect(shells.map(({ messageCount }) => messageCount).sort()).toEqual([0, 2]);
});

test("if they stay two, each waits until they are answered themselves, in any order", async () => {
  for (const isAnaFirst of [true, false]) {
    const [ana, ben] = await two();
    await merge(ana.id, ben.id);
    const waits = async () => (await agent.api.tickets.get({ id: ben.id })).waitingSince;
    const [first, second] = isAnaFirst ? [ana, ben] : [ben, ana];
    await reply(ben.id, first.messages[0]?.id);
    expect(await waits()).toBe(second.messages[0]?.createdAt);
    await reply(ben.id, second.messages[0]?.id);
    expect(await waits()).toBeNull();
  }
});

import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { acceptMail } from "../accept/accept-mail.ts";
import { recipientResolver } from "../accept/recipient-resolver.ts";
import { PendingVerdicts } from "../authenticate/pending-verdicts.ts";
import { SenderChecks } from "../authenticate/sender-checks.ts";
import { MailReaders } from "../read/mail-readers.ts";
import { MailProcessor } from "./mail-processor.ts";

let desk: Desk;
let owner: Person;
let agent: Person;
// The test runs all jobs itself.
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  owner = await newOwner(desk);
  agent = await addColleague(desk, owner, "agent");
});
afterAll(() => desk.stop());

type Mail = { text: string; answers?: string; from?: string; to?: string; file?: string; isProven?: boolean };

/** Takes a mail in and leaves its processing to the test. */
async function accept({ text, answers, from = "ann@customer.example", to, file, isProven }: Mail) {
  const mailId = `${newId()}@customer.example`;
  const lines = [
    `From: ${from}`,
    `To: ${to ?? owner.supportEmail}`,
    ...(to ? [`Cc: ${owner.supportEmail}`] : []),
    // The writer's own clock does not matter.
    "Date: Thu, 01 Jan 1998 00:00:00 +0000",
    "Subject: Where is my order?",
    `Message-ID: <${mailId}>`,
    ...(answers ? [`In-Reply-To: <${answers}>`] : []),
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    ...["", "--b", "Content-Type: text/plain", "", text],
    ...(file ? ["--b", `Content-Disposition: attachment; filename="${file}"`, "", "MZ"] : []),
    "--b--",
    "",
  ];
  const entries = await acceptMail(desk.services, recipientResolver(desk.services), {
    via: "smtp",
    envelopeFrom: from,
    recipients: [owner.supportEmail],
    stream: Readable.from([Buffer.from(lines.join("\r\n"))]),
    providerCheck: isProven ? `mx.provider.example; dmarc=pass header.from=${from.split("@")[1]}` : null,
  });
  return { mailId, logId: entries.get(owner.tenantId) ?? "" };
}

const read = (logId: string) => desk.process(owner.tenantId, logId);
const take = async (mail: Mail) => {
  const accepted = await accept(mail);
  await read(accepted.logId);
  return { ...accepted, ...(await endOf(accepted.logId)) };
};

async function endOf(logId: string) {
  const [end] = await desk.asOwner<{ state: string; ticketId: string; messageId: string; acceptedAt: string }>(
    `select state, ticket_id as "ticketId", message_id as "messageId", iso(received_at) as "acceptedAt" from mail_log where id = $1`,
    [logId],
    owner.tenantId,
  );
  if (!end) throw new Error(`No mail ${logId}`);
  return end;
}

const detail = (id: string) => agent.api.tickets.get({ id });
const wordsOf = async (id: string) => (await detail(id)).messages.map(({ content }) => content.trim());
const cardOf = async (id: string) => (await agent.api.tickets.list({})).items.find((card) => card.id === id);

/** The time since when the customer waits, computed from the whole thread. */
async function waitingSince(id: string) {
  const [row] = await desk.asOwner<{ at: string | null }>("select iso(waiting_since($1)) as at", [id], owner.tenantId);
  return row?.at ?? null;
}

/** A worker of its own, whose reading of a mail waits for the test. */
function slowWorker() {
  const readers = new MailReaders({ limitMs: 60_000 });
  const checks = new SenderChecks(desk.services.settings);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slowReaders: Pick<MailReaders, "read"> = {
    async read(...mail) {
      begun.resolve();
      await goOn.promise;
      return readers.read(...mail);
    },
  };
  const patience = { patienceMs: 60_000 };
  const senders = new PendingVerdicts(checks, patience);
  const processor = new MailProcessor({ ...desk.services, readers: slowReaders, senders }, patience);
  return {
    begun: begun.promise,
    goOn: () => goOn.resolve(),
    process: (mailLogId: string) => processor.process({ tenantId: owner.tenantId, mailLogId, isLastTry: true }),
    close: () => Promise.all([readers.close(), checks.close()]),
  };
}

test("puts a heavy mail before a light one that overtook it, and shows it as new", async () => {
  const first = await take({ text: "It has not come." });
  const id = first.ticketId;
  const heavy = await accept({ text: "Here are ten pictures of the empty box.", answers: first.mailId });
  const light = await accept({ text: "Did you get them?", answers: first.mailId });
  const worker = slowWorker();
  const reading = worker.process(heavy.logId);
  await worker.begun;
  await read(light.logId);
  const lightId = (await endOf(light.logId)).messageId;
  await agent.api.tickets.markRead({ id });
  const answer = await reply(agent, id, { content: "Which pictures?", lastSeenMessageId: lightId });
  expect(await cardOf(id)).toMatchObject({ waitingSince: null, isNewReply: false });

  worker.goOn();
  await reading;
  await worker.close();
  const { messageId: heavyId, acceptedAt } = await endOf(heavy.logId);
  expect(await wordsOf(id)).toEqual([
    "It has not come.",
    "Here are ten pictures of the empty box.",
    "Did you get them?",
    "Which pictures?",
  ]);
  const shown = (await detail(id)).messages.find((message) => message.id === heavyId);
  expect(shown?.createdAt).toBe(acceptedAt);
  expect(Date.parse(shown?.addedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(answer.addedAt));
  // Earlier pages have the same order.
  const page = await agent.api.messages.list({ ticketId: id, before: lightId, limit: 1 });
  expect(page.items.map((message) => message.id)).toEqual([heavyId]);
  // It is unread and unanswered although other messages stand below it, and these remain the newest.
  const waits = { waitingSince: acceptedAt, isNewReply: true, newestWords: "Did you get them?" };
  expect(await cardOf(id)).toMatchObject(waits);
  expect(await waitingSince(id)).toBe(acceptedAt);
  await expect(reply(agent, id, { lastSeenMessageId: answer.id })).rejects.toMatchObject({
    code: "conversation_moved_on",
    data: { newMessages: [{ id: heavyId, content: expect.stringContaining("ten pictures") }] },
  });
  await agent.api.tickets.markRead({ id });
  expect(await cardOf(id)).toMatchObject({ isNewReply: false });
  await reply(agent, id, { content: "Thank you for the pictures.", lastSeenMessageId: heavyId });
  expect(await cardOf(id)).toMatchObject({ waitingSince: null });
  expect(await waitingSince(id)).toBeNull();
});

test("keeps the place of a mail that is released later, unread and unanswered", async () => {
  const first = await take({ text: "The lamp came broken." });
  const id = first.ticketId;
  const held = await take({ text: "The invoice is in the file.", answers: first.mailId, file: "invoice.pdf.exe" });
  expect(held.state).toBe("quarantined");
  const later = await take({ text: "Did you see the invoice?", answers: first.mailId });
  await reply(agent, id, { content: "What invoice?", lastSeenMessageId: later.messageId });
  await agent.api.tickets.markRead({ id });
  await agent.api.tickets.changeStatus({ id, status: "resolved" });

  await owner.api.mail.release({ id: held.logId });
  await read(held.logId);
  const end = await endOf(held.logId);
  expect(end).toMatchObject({ state: "reply_added", ticketId: id, acceptedAt: held.acceptedAt });
  expect(await wordsOf(id)).toEqual([
    "The lamp came broken.",
    "The invoice is in the file.",
    "Did you see the invoice?",
    "What invoice?",
  ]);
  expect(await cardOf(id)).toMatchObject({ status: "open", waitingSince: held.acceptedAt, isNewReply: true });
  expect(await waitingSince(id)).toBe(held.acceptedAt);
});

test("creates the ticket of a released mail at the release, with a message of its acceptance", async () => {
  const held = await take({ text: "My order, see the file.", from: "new@customer.example", file: "order.pdf.exe" });
  const between = await take({ text: "Another matter.", from: "other@customer.example" });
  await owner.api.mail.release({ id: held.logId });
  await read(held.logId);
  const { ticketId } = await endOf(held.logId);
  const ticket = await detail(ticketId);
  expect(ticket.messages[0]?.createdAt).toBe(held.acceptedAt);
  expect(ticket.waitingSince).toBe(held.acceptedAt);
  const { createdAt } = await detail(between.ticketId);
  expect(Date.parse(ticket.createdAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
});

test("does not count a colleague's mail as an answer to a mail accepted after it", async () => {
  for (const isReadFirst of [true, false]) {
    const first = await take({ text: "Is the lamp in stock?" });
    const id = first.ticketId;
    const by = { from: owner.email, to: "ann@customer.example", isProven: true };
    const staff = await accept({ text: "Yes, it is.", answers: first.mailId, ...by });
    const more = await accept({ text: "And the shade?", answers: first.mailId });
    for (const mail of isReadFirst ? [staff, more] : [more, staff]) await read(mail.logId);
    expect(await wordsOf(id)).toEqual(["Is the lamp in stock?", "Yes, it is.", "And the shade?"]);
    const { acceptedAt } = await endOf(more.logId);
    expect(await cardOf(id)).toMatchObject({ waitingSince: acceptedAt });
    expect(await waitingSince(id)).toBe(acceptedAt);
  }
});

test("keeps the counts for late mails through a merge and its undoing", async () => {
  const first = await take({ text: "It has not come." });
  const id = first.ticketId;
  const late = await accept({ text: "It was to be a present.", answers: first.mailId });
  await reply(agent, id, { content: "On Monday.", lastSeenMessageId: first.messageId });
  await read(late.logId);
  const { acceptedAt } = await endOf(late.logId);
  const other = await makeTicket(desk, owner, { from: "ann@customer.example" });
  await agent.api.tickets.merge({ id: other.id, into: id });
  expect(await wordsOf(id)).toEqual([
    "It has not come.",
    "It was to be a present.",
    "On Monday.",
    "It has not arrived.",
  ]);
  expect(await cardOf(id)).toMatchObject({ waitingSince: acceptedAt, newestWords: "It has not arrived." });
  await agent.api.tickets.unmerge({ id: other.id });
  const card = { waitingSince: acceptedAt, isNewReply: true, newestWords: "It was to be a present." };
  expect(await cardOf(id)).toMatchObject(card);
});

test("refuses to snooze for a late mail, wherever it stands", async () => {
  const first = await take({ text: "Please call me." });
  const id = first.ticketId;
  const late = await accept({ text: "Not after six.", answers: first.mailId });
  const answer = await reply(agent, id, { idempotencyKey: randomUUID(), lastSeenMessageId: first.messageId });
  await read(late.logId);
  await expect(agent.api.tickets.snooze({ id, until: "answer", lastSeenMessageId: answer.id })).rejects.toMatchObject({
    code: "conversation_moved_on",
  });
});

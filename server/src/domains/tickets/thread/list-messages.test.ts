import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { attachFile, customerReplies, customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { lockTicket } from "../rows/tickets.queries.ts";
import { addCustomerMessage } from "./add-customer-message.ts";

let app: Desk;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  agent = await addColleague(app, await newOwner(app), "agent");
});
afterAll(() => app.stop());

test("a note is stored with its author outside the thread, once per key", async () => {
  const { id } = await makeTicket(app, agent);
  const note = { ticketId: id, content: "  Call them back.  ", idempotencyKey: randomUUID() };
  const both = await Promise.all([agent.api.messages.addNote(note), agent.api.messages.addNote(note)]);
  expect(both[0]).toEqual(both[1]);
  expect(both[0]).toMatchObject({ content: "Call them back.", authorId: agent.userId, authorName: agent.name });
  const detail = await agent.api.tickets.get({ id });
  expect(detail).toMatchObject({ noteCount: 1, messageCount: 1, notes: [{ content: "Call them back." }] });
  expect(detail.messages).toHaveLength(1);
});

test.each([
  [" ", "Note cannot be empty"],
  ["x".repeat(10_001), "Note is too long (maximum 10,000 characters)"],
])("an invalid note is refused by name (%#)", async (content, message) => {
  const { id } = await makeTicket(app, agent);
  const bad = agent.api.messages.addNote({ ticketId: id, content, idempotencyKey: "no" });
  await expect(bad).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { content: [message], idempotencyKey: [expect.any(String)] } },
  });
});

test("a thread of 400 messages is paged back to its start without gaps or duplicates", async () => {
  const { id } = await makeTicket(app, agent);
  await app.services.db.withTenant(agent.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!ticket) throw new TypeError("The ticket is there");
    for (let index = 1; index < 400; index += 1) {
      const plain = { fullContent: null, html: null, authorName: "Jane", mailMessageId: null, isAutomatic: false };
      // Ten at a time share a moment, and are then in the order of their ids.
      const createdAt = new Date(Date.UTC(2027, 0, 1, 0, Math.floor(index / 10))).toISOString();
      await addCustomerMessage(tx, ticket, { ...plain, content: `Message ${index}`, createdAt }, "references");
    }
  });
  const detail = await agent.api.tickets.get({ id });
  expect(detail).toMatchObject({ messageCount: 400, hasOlderMessages: true });
  expect(detail.messages).toHaveLength(50);
  const thread = detail.messages;
  let hasOlder = detail.hasOlderMessages;
  while (hasOlder) {
    const page = await agent.api.messages.list({ ticketId: id, before: thread[0]?.id ?? "", limit: 70 });
    thread.unshift(...page.items);
    hasOlder = page.hasOlder;
  }
  const expected = ["It has not arrived.", ...Array.from({ length: 399 }, (_, index) => `Message ${index + 1}`)];
  expect(thread.map(({ content }) => content)).toEqual(expected);
});

test("a mail of 300 files lists the first ones, anywhere in the thread, and the rest on request", async () => {
  const ticket = await makeTicket(app, agent);
  const { id } = ticket;
  await attachFile(app, agent, ticket, { filename: "file 1", bytes: Buffer.from("a") });
  await app.asOwner(
    `with files as (
       insert into ticket_attachments
         (client_id, id, ticket_id, message_id, file_id, filename, file_size, content_type, created_at)
       select client_id, gen_random_uuid(), ticket_id, message_id, file_id, 'file ' || n, 1, content_type,
         created_at + make_interval(secs => n) from ticket_attachments, generate_series(2, 300) n where ticket_id = $1)
     update support_tickets set attachment_count = 300 where id = $1`,
    [id],
    agent.tenantId,
  );
  for (let index = 0; index < 50; index += 1) await customerReplies(app, agent, id, `Message ${index}`);
  const detail = await agent.api.tickets.get({ id });
  expect(detail.attachmentCount).toBe(300);
  expect(detail.messages.flatMap(({ attachments }) => attachments)).toEqual([]);
  const before = detail.messages[0]?.id ?? "";
  const { items } = await agent.api.messages.list({ ticketId: id, before });
  const names = (count: number) => Array.from({ length: count }, (_, index) => `file ${index + 1}`);
  expect(items).toMatchObject([{ id: ticket.firstMessageId, attachmentCount: 300 }]);
  expect(items[0]?.attachments.map(({ filename }) => filename)).toEqual(names(20));
  const all = await agent.api.messages.listAttachments({ ticketId: id, id: ticket.firstMessageId });
  expect(all.items.map(({ filename }) => filename)).toEqual(names(300));
  const elsewhere = { ticketId: randomUUID(), id: ticket.firstMessageId };
  await expect(agent.api.messages.listAttachments(elsewhere)).rejects.toMatchObject({ code: "message_not_found" });
});

test("a ticket comes with its newest notes, and the others are paged back to the first", async () => {
  const { id } = await makeTicket(app, agent);
  await app.asOwner(
    `with notes as (
       insert into ticket_messages (client_id, id, ticket_id, content, is_from_customer, author_name, created_at)
       select $1, gen_random_uuid(), $2, 'Note ' || n, false, 'Sam', now() + make_interval(secs => n)
       from generate_series(1, 120) n)
     update support_tickets set note_count = 120 where client_id = $1 and id = $2`,
    [agent.tenantId, id],
    agent.tenantId,
  );
  const { notes, noteCount, hasOlderNotes } = await agent.api.tickets.get({ id });
  expect([notes.length, noteCount, hasOlderNotes]).toEqual([50, 120, true]);
  for (let hasOlder = hasOlderNotes; hasOlder; ) {
    const page = await agent.api.messages.listNotes({ ticketId: id, before: notes[0]?.id ?? "", limit: 40 });
    notes.unshift(...page.items);
    hasOlder = page.hasOlder;
  }
  expect(notes.map(({ content }) => content)).toEqual(Array.from({ length: 120 }, (_, index) => `Note ${index + 1}`));
  await expect(agent.api.messages.listNotes({ ticketId: randomUUID() })).rejects.toMatchObject({
    code: "ticket_not_found",
  });
});

test("a thread of exactly one page has nothing older", async () => {
  const { id } = await makeTicket(app, agent);
  for (let index = 1; index < 50; index += 1) await customerReplies(app, agent, id, `Message ${index}`);
  expect(await agent.api.tickets.get({ id })).toMatchObject({ hasOlderMessages: false, messageCount: 50 });
  expect(await agent.api.messages.list({ ticketId: id, limit: 50 })).toMatchObject({ hasOlder: false });
  await expect(agent.api.messages.list({ ticketId: id, limit: 101 })).rejects.toMatchObject({ code: "input_invalid" });
});

test("the original has the whole text with its quoted history and what was cut", async () => {
  const { id, firstMessageId } = await makeTicket(app, agent, { description: "y".repeat(30_000) });
  const quoted = await customerReplies(app, agent, id, "Yes", { fullContent: "Yes\n\n> Is it?" });
  const { messages } = await agent.api.tickets.get({ id });
  expect(messages).toMatchObject([{ isCut: true }, { content: "Yes", folded: "rest", isCut: false }]);
  expect(messages[0]?.content).toHaveLength(20_000);
  const original = (messageId: string) => agent.api.messages.getOriginal({ ticketId: id, id: messageId });
  expect(await original(quoted.id)).toEqual({ text: "Yes\n\n> Is it?", otherText: null });
  expect((await original(firstMessageId)).text).toHaveLength(30_000);
  await expect(original(randomUUID())).rejects.toMatchObject({ code: "message_not_found" });
});

test.each([
  ["Yes, please.\n\n-- \nAnn Lee", "signature"],
  ["Yes, please.\n\nSent from my iPhone", "signature"],
  ["Yes, please.\n\nOn Mon, Jan 1, 2026 at 10:00 AM Shop <help@shop.example> wrote:\n> Shall I?", "history"],
  [
    "Yes, please.\n\nGet Outlook for iOS<https://aka.ms/o>\n\nOn Mon, Jan 1, 2026 at 10:00 AM Shop <help@shop.example> wrote:\n> Shall I?",
    "both",
  ],
  ["Yes, please.", null],
])("the folded part of %j is labelled: %s", async (text, folded) => {
  const { ticket_id: id } = await customerWrites(app, agent, { text });
  const { messages } = await agent.api.tickets.get({ id });
  expect(messages).toMatchObject([{ content: "Yes, please.", folded }]);
});

test("the trail is paged to its start, with and without the steps that the thread shows", async () => {
  const { id } = await makeTicket(app, agent);
  await app.asOwner(
    `insert into ticket_activities (client_id, id, ticket_id, actor_id, kind, details, created_at)
     select $1, gen_random_uuid(), $2, $3, case when n % 2 = 0 then 'replied' else 'tags_changed' end,
       jsonb_build_object('to', 'step ' || n), now() + make_interval(secs => n) from generate_series(1, 450) n`,
    [agent.tenantId, id, agent.userId],
    agent.tenantId,
  );
  for (const [onlySteps, count] of [
    [false, 451],
    [true, 226],
  ] as const) {
    const steps = [];
    for (let before: string | undefined, hasOlder = true; hasOlder; before = steps[0]?.id) {
      const page = await agent.api.tickets.activity({ id, before, onlySteps });
      steps.unshift(...page.items);
      hasOlder = page.hasOlder;
    }
    expect(steps).toHaveLength(count);
    expect(steps.map(({ createdAt }) => createdAt)).toEqual(steps.map(({ createdAt }) => createdAt).toSorted());
    expect(new Set(steps.map(({ kind }) => kind)).has("replied")).toBe(!onlySteps);
  }
});

describe("an attachment is always a download, whatever its name and declared type", () => {
  test.each([
    ["invoice.pdf", "application/pdf"],
    ['quote".html', "text/html"],
    ["two\r\nSet-Cookie: a=b.txt", "text/plain"],
    ["\u202Efdp.exe", "application/x-msdownload"],
    ["räksmörgås 日本.svg", "image/svg+xml"],
    ["'();%*.txt", "text/plain"],
    ["../../etc/passwd", "text/plain"],
  ])("%j", async (filename, contentType) => {
    const ticket = await makeTicket(app, agent);
    const bytes = Buffer.from(`<script>alert(1)</script>${filename}`);
    await attachFile(app, agent, ticket, { filename, contentType, bytes });
    const { messages, attachmentCount } = await agent.api.tickets.get({ id: ticket.id });
    const attachments = messages[0]?.attachments ?? [];
    expect([attachmentCount, messages[0]?.attachmentCount]).toEqual([1, 1]);
    expect(attachments).toMatchObject([{ mimeType: contentType, fileSize: bytes.length, isInline: false }]);
    const response = await agent.send(attachments[0]?.url ?? "");
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": String(bytes.length),
      "content-security-policy":
        "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.get("set-cookie")).toBeNull();
    const disposition = response.headers.get("content-disposition") ?? "";
    // RFC 8187: only these characters may be in an extended value; no controls, quotes or direction overrides.
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/);
    const name = decodeURIComponent(disposition.slice(disposition.indexOf("''") + 2));
    expect(name).not.toMatch(/[\r\n\u202A-\u202E\u2066-\u2069/\\]/);
  });
});

test("a file of many chunks comes back whole", async () => {
  const ticket = await makeTicket(app, agent);
  const bytes = Buffer.alloc(1_300_001, "0123456789abcdef");
  const { id } = await attachFile(app, agent, ticket, { filename: "big.bin", bytes });
  const response = await agent.send(`/api/attachments/${id}`);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test("a reply counts as a message, and the thread is in order", async () => {
  const { id } = await makeTicket(app, agent);
  await reply(agent, id, { content: "First" });
  await customerReplies(app, agent, id, "Second");
  const { messages } = await agent.api.tickets.get({ id });
  expect(messages.map(({ content }) => content)).toEqual(["It has not arrived.", "First", "Second"]);
});

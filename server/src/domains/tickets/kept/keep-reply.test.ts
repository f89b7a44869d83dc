import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail } from "../../../testing/take-mail.ts";
import { customerReplies, keep, makeTicket, reply, upload } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";
import { deleteUnsentFiles } from "../tickets.jobs.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let supervisor: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
  supervisor = await addColleague(app, owner, "supervisor");
});
afterAll(() => app.stop());

const tomorrow = () => fromNow({ days: 1 });
const own = async (person = agent) => (await person.api.keptReplies.list({})).items;
const ofTicket = async (ticketId: string, person = owner) =>
  (await person.api.keptReplies.ofTicket({ ticketId })).items;
const messageCount = async (id: string) => (await owner.api.tickets.get({ id })).messageCount;
const gone = { code: "kept_reply_not_found", status: 404 };

test("a kept reply waits: nothing is sent, the ticket still waits for an answer, and colleagues see it", async () => {
  const from = newAddress("customer");
  const { id, ticketNumber } = await makeTicket(app, owner, { from });
  const kept = await keep(agent, id, { until: tomorrow(), draft: "of its composer", thenStatus: "pending" });
  expect(kept).toMatchObject({
    ticketId: id,
    ticketNumber,
    authorName: agent.name,
    content: "It is on its way.",
    recipients: { to: [{ email: from }], cc: [], bcc: [] },
    thenStatus: "pending",
    isLater: true,
    draft: "of its composer",
    returned: null,
  });
  expect(await own()).toContainEqual(kept);
  expect(await ofTicket(id)).toEqual([{ ...kept, draft: null }]);
  expect(await own(owner)).toEqual([]);
  expect(await messageCount(id)).toBe(1);
  expect((await owner.api.tickets.list({ needsReply: true, limit: 100 })).items.map((item) => item.id)).toContain(id);
  expect(await mailsTo(app, from)).toEqual([]);
});

test("Undo returns everything a draft needs, as often as asked, until a browser has it", async () => {
  const { id } = await makeTicket(app, owner);
  const file = await upload(agent, id, { filename: "label.pdf", bytes: Buffer.from("%PDF-1.4 label") });
  const kept = await keep(agent, id, { attachmentIds: [file.id], draft: "told" });
  expect(kept.files).toEqual([{ id: file.id, filename: "label.pdf", fileSize: 14 }]);
  // Meanwhile no other reply can have the file, and it is not deleted.
  expect((await agent.api.messages.listUploads({ ticketId: id })).items).toEqual([]);
  await expect(reply(agent, id, { attachmentIds: [file.id] })).rejects.toMatchObject({ code: "upload_not_found" });
  await app.asOwner("update uploads set created_at = now() - interval '3 days'", [], owner.tenantId);
  await deleteUnsentFiles.work(app.services);

  const undone = await agent.api.keptReplies.undo({ id: kept.id });
  expect(undone).toMatchObject({ ...kept, returned: { reason: "undone" } });
  expect(await agent.api.keptReplies.undo({ id: kept.id })).toEqual(undone);
  expect(await ofTicket(id)).toEqual([]);
  expect(await own()).toContainEqual(undone);
  // To close the notice of it on one device keeps it for all.
  const seen = await agent.api.keptReplies.markSeen({ id: kept.id });
  expect(seen).toEqual({ ...undone, returned: { ...undone.returned, isSeen: true } });
  expect(await own()).toContainEqual(seen);
  await expect(owner.api.keptReplies.markSeen({ id: kept.id })).rejects.toMatchObject(gone);
  // Sent again before it is forgotten, it still has its file.
  const anew = await keep(agent, id, { attachmentIds: [file.id] });
  expect(anew.files).toEqual(kept.files);
  await agent.api.keptReplies.forget({ id: kept.id });
  await agent.api.keptReplies.undo({ id: anew.id });
  await agent.api.keptReplies.forget({ id: anew.id });
  // The response may have been lost, so it is requested again.
  await agent.api.keptReplies.forget({ id: kept.id });
  expect((await own()).filter((item) => item.id === kept.id)).toEqual([]);
  // Its file stays for another day from now on.
  await deleteUnsentFiles.work(app.services);
  expect((await agent.api.messages.listUploads({ ticketId: id })).items.map((item) => item.id)).toEqual([file.id]);
  // A delayed request does not keep it again.
  const again = {
    ticketId: id,
    content: kept.content,
    idempotencyKey: kept.id,
    lastSeenMessageId: null,
    undoSeconds: 10,
  };
  await expect(agent.api.keptReplies.keep({ ...again, undoSeconds: 10 })).rejects.toMatchObject(gone);
  await expect(agent.api.keptReplies.sendNow({ id: kept.id })).rejects.toMatchObject(gone);
});

test("Send now sends it with its file; then it cannot be undone, and its key returns the message", async () => {
  const from = newAddress("customer");
  const { id } = await makeTicket(app, owner, { from });
  const file = await upload(agent, id, { filename: "label.pdf", bytes: Buffer.from("%PDF-1.4 label") });
  const kept = await keep(agent, id, { until: tomorrow(), attachmentIds: [file.id], content: "Here it is." });
  await agent.api.keptReplies.sendNow({ id: kept.id });
  expect((await takeMail(app, from)).text).toContain("Here it is.");
  const { messages } = await owner.api.tickets.get({ id });
  expect(messages.at(-1)).toMatchObject({ content: "Here it is.", authorId: agent.userId, attachmentCount: 1 });
  await expect(agent.api.keptReplies.undo({ id: kept.id })).rejects.toMatchObject(gone);
  const asked = { ticketId: id, content: "Here it is.", idempotencyKey: kept.id, lastSeenMessageId: null };
  const { kept: none, sent } = await agent.api.keptReplies.keep({ ...asked, undoSeconds: 10 });
  expect([none, sent?.id]).toEqual([null, messages.at(-1)?.id]);
});

test("repeated and concurrent requests keep one reply; a key belongs to its author and ticket", async () => {
  const { id } = await makeTicket(app, owner);
  const other = await makeTicket(app, owner);
  const idempotencyKey = randomUUID();
  const all = await Promise.all(
    [1, 2, 3, 4].map(() => keep(agent, id, { idempotencyKey, lastSeenMessageId: null, sendAnyway: true })),
  );
  expect(new Set(all.map((item) => item.id))).toEqual(new Set([idempotencyKey]));
  expect(await ofTicket(id)).toHaveLength(1);
  const used = { code: "input_invalid" };
  await expect(keep(owner, id, { idempotencyKey })).rejects.toMatchObject(used);
  await expect(keep(agent, other.id, { idempotencyKey })).rejects.toMatchObject(used);
  await expect(keep(agent, id, { authorId: owner.userId })).rejects.toMatchObject({ code: "not_allowed" });
});

test("anything that would prevent sending now is reported at once, and nothing is kept", async () => {
  const { id, firstMessageId } = await makeTicket(app, owner);
  await customerReplies(app, owner, id, "Never mind");
  const archived = await makeTicket(app, owner, { status: "resolved" });
  const nobodys = await makeTicket(app, owner, { from: null });
  const merged = await makeTicket(app, owner);
  await owner.api.tickets.merge({ id: merged.id, into: (await makeTicket(app, owner)).id });
  const before = (await own()).length;
  const refused = (ticketId: string, makings: Parameters<typeof keep>[2]) => keep(agent, ticketId, makings);
  await expect(refused(id, { lastSeenMessageId: firstMessageId })).rejects.toMatchObject({
    code: "conversation_moved_on",
    data: { newMessages: [{ content: "Never mind" }] },
  });
  await expect(refused(archived.id, {})).rejects.toMatchObject({ code: "ticket_archived" });
  await expect(refused(nobodys.id, {})).rejects.toMatchObject({ code: "ticket_has_no_customer" });
  await expect(refused(merged.id, { lastSeenMessageId: null })).rejects.toMatchObject({ code: "ticket_merged" });
  await expect(refused(id, { attachmentIds: [randomUUID()] })).rejects.toMatchObject({ code: "upload_not_found" });
  await expect(refused(id, { content: " " })).rejects.toMatchObject({ code: "input_invalid" });
  const fields = (...sentences: string[]) => ({ code: "input_invalid", data: { fields: { until: sentences } } });
  await expect(refused(id, { until: fromNow({ days: -1 }) })).rejects.toMatchObject(
    fields("Choose a time that is still to come"),
  );
  await expect(refused(id, { until: fromNow({ days: 370 }) })).rejects.toMatchObject(
    fields("Choose a time within a year"),
  );
  await expect(refused(id, { until: tomorrow(), undoSeconds: 5 })).rejects.toMatchObject(
    fields("Say for how many seconds it can be undone, or when it leaves"),
  );
  expect(await own()).toHaveLength(before);
});

test("at most two hundred replies wait", async () => {
  const writer = await addColleague(app, owner, "agent");
  const { id } = await makeTicket(app, owner);
  await app.asOwner(
    `insert into kept_replies (client_id, id, ticket_id, author_id, reply, is_later, due_at)
     select client_id, gen_random_uuid(), id, $2, '{"content": "x"}', true, now() + interval '1 day'
     from support_tickets, generate_series(1, 200) where id = $1`,
    [id, writer.userId],
    owner.tenantId,
  );
  await expect(keep(writer, id)).rejects.toMatchObject({ code: "too_many_kept_replies" });
});

test("its author can reschedule it", async () => {
  const { id } = await makeTicket(app, owner);
  const kept = await keep(agent, id);
  expect(kept.isLater).toBe(false);
  const at = fromNow({ days: 3 });
  expect(await agent.api.keptReplies.move({ id: kept.id, until: at })).toMatchObject({ dueAt: at, isLater: true });
  for (const person of [owner, supervisor]) {
    await expect(person.api.keptReplies.move({ id: kept.id, until: at })).rejects.toMatchObject(gone);
    await expect(person.api.keptReplies.undo({ id: kept.id })).rejects.toMatchObject(gone);
    await expect(person.api.keptReplies.sendNow({ id: kept.id })).rejects.toMatchObject(gone);
    await expect(person.api.keptReplies.forget({ id: kept.id })).rejects.toMatchObject(gone);
  }
});

test("a supervisor can cancel another person's reply, who is told by whom", async () => {
  const { id } = await makeTicket(app, owner);
  const kept = await keep(agent, id, { until: tomorrow() });
  const colleague = await addColleague(app, owner, "agent");
  await expect(colleague.api.keptReplies.cancel({ id: kept.id })).rejects.toMatchObject({ code: "not_allowed" });
  await supervisor.api.keptReplies.cancel({ id: kept.id });
  await expect(supervisor.api.keptReplies.cancel({ id: kept.id })).rejects.toMatchObject(gone);
  const message = `${supervisor.name} took it back`;
  expect(await own()).toContainEqual({ ...kept, returned: { reason: "cancelled", message, isSeen: false } });
  expect(await ofTicket(id)).toEqual([]);
});

test("erasing its recipient or deleting its ticket deletes it with its file", async () => {
  const from = newAddress("customer");
  const { id } = await makeTicket(app, owner, { from });
  const other = await makeTicket(app, owner);
  const file = await upload(agent, id, { filename: "label.pdf", bytes: Buffer.from("%PDF-1.4 label") });
  const [theirs, aside] = [
    await keep(agent, id, { until: tomorrow(), attachmentIds: [file.id] }),
    await keep(agent, other.id, { until: tomorrow(), recipients: { to: [{ email: from.toUpperCase() }] } }),
  ];
  const { customerId } = await owner.api.tickets.get({ id });
  await app.db.withTenant(owner.tenantId, (tx) => redactCustomer(tx, customerId ?? ""));
  const ids = (await own()).map((item) => item.id);
  expect([ids.includes(theirs.id), ids.includes(aside.id)]).toEqual([false, false]);
  const deleted = await keep(agent, other.id, { until: tomorrow() });
  await owner.api.tickets.delete({ id: other.id });
  expect((await own()).map((item) => item.id)).not.toContain(deleted.id);
  const left =
    "select from kept_files join uploads on uploads.id = upload_id where filename = 'label.pdf' and ticket_id = $1";
  expect(await app.asOwner(left, [id], owner.tenantId)).toEqual([]);
});

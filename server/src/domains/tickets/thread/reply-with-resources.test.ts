import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { addResource, pdfBytes } from "../../../testing/test-resource.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

/** Makes a ticket with a function that answers it with resources. */
async function newTicket() {
  const { id: ticketId, firstMessageId } = await makeTicket(app, owner);
  const answer = { ticketId, lastSeenMessageId: firstMessageId, content: "See below." };
  return {
    send: (resourceIds: string[], more: { idempotencyKey?: string; content?: string } = {}) =>
      agent.api.messages.reply({ ...answer, idempotencyKey: randomUUID(), resourceIds, ...more }),
    async files() {
      const { messages } = await agent.api.tickets.get({ id: ticketId });
      const sent = messages.filter(({ isFromCustomer }) => !isFromCustomer);
      return { sent: sent.length, files: messages.flatMap(({ attachments }) => attachments) };
    },
  };
}

test("a private resource's file is sent with the reply, a public one's is not, and a repeated request sends once", async () => {
  const ids = [
    await addResource(app, owner),
    await addResource(app, owner, { isPublic: true }),
    await addResource(app, owner, { file: null }),
  ];
  const ticket = await newTicket();
  const idempotencyKey = randomUUID();
  const message = await ticket.send(ids, { idempotencyKey });
  expect((await ticket.send(ids, { idempotencyKey })).id).toBe(message.id);
  const { sent, files } = await ticket.files();
  expect(sent).toBe(1);
  expect(files).toMatchObject([
    {
      filename: "Care.pdf",
      fileSize: pdfBytes.length,
      mimeType: "application/pdf",
      isInline: false,
      uploadedBy: agent.userId,
    },
  ]);
  const download = await agent.send(files[0]?.url ?? "");
  expect(Buffer.from(await download.arrayBuffer()).equals(pdfBytes)).toBe(true);
});

test("a reply that names a file carries it, even if the resource has become public since", async () => {
  const id = await addResource(app, owner, { isPublic: true });
  const named = await newTicket();
  await named.send([id], { content: "Attached file: Care.pdf" });
  expect((await named.files()).files).toHaveLength(1);
  const linked = await newTicket();
  await linked.send([id], { content: `Care.pdf: https://desk.test/knowledge/${id}/file` });
  expect((await linked.files()).files).toEqual([]);
});

test("a resource that is gone, hidden from the sender or another store's stops the reply, and is named", async () => {
  const [fine, above] = [await addResource(app, owner), await addResource(app, owner, { accessLevel: "admin-only" })];
  const foreign = await addResource(app, await newOwner(app));
  const missing = randomUUID();
  const ticket = await newTicket();
  await expect(ticket.send([fine, above, foreign, missing])).rejects.toMatchObject({
    code: "resource_not_found",
    data: { ids: [above, foreign, missing] },
  });
  expect(await ticket.files()).toEqual({ sent: 0, files: [] });
});

test("too many files, more than 20 resources and invalid ids are refused", async () => {
  const [id, other] = [await addResource(app, owner), await addResource(app, owner)];
  const half = 13 * 1024 * 1024;
  await app.asOwner(
    "update knowledge_articles set file_size = $1 where id = any ($2)",
    [half, [id, other]],
    owner.tenantId,
  );
  const ticket = await newTicket();
  await expect(ticket.send([id, other])).rejects.toMatchObject({ code: "reply_files_too_large" });
  const many = Array.from({ length: 21 }, () => randomUUID());
  await expect(ticket.send(many)).rejects.toMatchObject({
    data: { fields: { resourceIds: ["A reply can have 20 resources. Remove some"] } },
  });
  await expect(ticket.send(["x"])).rejects.toMatchObject({ code: "input_invalid" });
  expect(await ticket.files()).toEqual({ sent: 0, files: [] });
  // The same resource twice counts once.
  await ticket.send([id, id]);
  expect((await ticket.files()).files).toHaveLength(1);
});

test("a resource whose file was sent can be deleted without that file", async () => {
  const id = await addResource(app, owner);
  const ticket = await newTicket();
  await ticket.send([id]);
  await app.asOwner("delete from knowledge_articles where id = $1", [id], owner.tenantId);
  const { files } = await ticket.files();
  expect((await agent.send(files[0]?.url ?? "")).status).toBe(200);
});

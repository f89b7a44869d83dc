import { randomUUID } from "node:crypto";
import { accessLevels } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { pdfBytes, uploadForResource } from "../../testing/test-resource.ts";

let app: Desk;
let admin: Person;
let supervisor: Person;
let agent: Person;
let stranger: Person;
beforeAll(async () => {
  app = await openDesk();
  [admin, stranger] = [await newOwner(app), await newOwner(app)];
  [supervisor, agent] = [await addColleague(app, admin, "supervisor"), await addColleague(app, admin, "agent")];
});
afterAll(() => app.stop());

type Level = (typeof accessLevels)[number];

/** Adds a resource with a file and a version, with a word in each of its texts. */
async function add(accessLevel: Level) {
  const word = `Quokka${randomUUID().replaceAll("-", "")}`;
  const { uploadId } = await uploadForResource(admin, { filename: `${word}.pdf`, bytes: pdfBytes });
  const created = await admin.api.knowledge.create({
    key: randomUUID(),
    title: `Title ${word}`,
    description: word,
    content: word,
    tags: [word],
    uploadId,
    accessLevel,
    isPublic: false,
    category: "Templates",
  });
  const later = { knownUpdatedAt: created.updatedAt, title: `Later ${word}` };
  return { ...(await admin.api.knowledge.update({ id: created.id, ...later })), word };
}
type Hidden = Awaited<ReturnType<typeof add>>;

/** All requests that may reveal a resource, by id or by its words. */
const doors: Record<string, (id: string, resource: Hidden, ticketId: string) => [string, string, object?]> = {
  get: (id) => ["GET", `/api/knowledge/${id}`],
  versions: (id) => ["GET", `/api/knowledge/${id}/versions`],
  restore: (id, { updatedAt }) => ["POST", `/api/knowledge/${id}/versions/1/restore`, { knownUpdatedAt: updatedAt }],
  update: (id, { updatedAt }) => ["PATCH", `/api/knowledge/${id}`, { knownUpdatedAt: updatedAt, title: "Mine" }],
  updateBlind: (id) => [
    "PATCH",
    `/api/knowledge/${id}`,
    { knownUpdatedAt: "2026-01-01T00:00:00.000Z", isPublic: true },
  ],
  remove: (id) => ["DELETE", `/api/knowledge/${id}`],
  use: (id) => ["POST", `/api/knowledge/${id}/uses`, { kind: "open" }],
  file: (id) => ["GET", `/knowledge/${id}/file`],
  page: (id) => ["GET", `/knowledge/${id}`],
  attach: (id, _, ticketId) => [
    ...(["POST", `/api/tickets/${ticketId}/replies`] as const),
    { content: "Hello", idempotencyKey: randomUUID(), lastSeenMessageId: null, sendAnyway: true, resourceIds: [id] },
  ],
};

async function knock(person: Pick<Person, "send">, [method, path, body]: [string, string, object?]) {
  const headers = { "content-type": "application/json" };
  const answer = await person.send(path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  return { status: answer.status, text: await answer.text() };
}

const lists = ["", "sort=match", "sort=updated", "category=Templates", "fileType=text", "limit=1"];

async function expectNothing(person: Pick<Person, "send">, resource: Hidden, ticketId: string): Promise<void> {
  const unknown = randomUUID();
  for (const [name, door] of Object.entries(doors)) {
    const [hidden, absent] = [
      await knock(person, door(resource.id, resource, ticketId)),
      await knock(person, door(unknown, resource, ticketId)),
    ];
    expect(hidden.status, name).toBeGreaterThanOrEqual(400);
    // Compares with the answer for an unknown id, except for the id and the request's own values.
    const same = (text: string, id: string) => text.replaceAll(id, "ID").replace(/nonce[-="\w+/]+/g, "");
    expect([hidden.status, same(hidden.text, resource.id)], name).toEqual([absent.status, same(absent.text, unknown)]);
  }
  for (const query of lists) {
    for (const search of ["", resource.word, resource.word.slice(2, 9), resource.word.slice(0, 2)]) {
      const { text } = await knock(person, ["GET", `/api/knowledge?${query}${search && `&search=${search}`}`]);
      expect(text).not.toContain(resource.word);
      expect(text).not.toContain(resource.id);
    }
  }
  const tagged = await knock(person, ["GET", `/api/knowledge?tags=${resource.word}`]);
  expect(tagged.status === 200 ? JSON.parse(tagged.text) : { total: 0 }).toMatchObject({ total: 0 });
  const found = await knock(person, ["GET", `/api/search?q=${resource.word}`]);
  expect(found.text).not.toContain(resource.id);
}

test("hides resources above one's level at every door, and opens others at all of them", async () => {
  const people = [agent, supervisor, admin];
  const { id: ticketId } = await makeTicket(app, admin);
  const elsewhere = await makeTicket(app, stranger);
  for (const [index, level] of accessLevels.entries()) {
    const resource = await add(level);
    const before = await admin.api.knowledge.get({ id: resource.id });
    for (const [rank, person] of people.entries()) {
      if (rank < index) await expectNothing(person, resource, ticketId);
    }
    await expectNothing(stranger, resource, elsewhere.id);
    await expectNothing(app.visit(), resource, ticketId);
    expect(await admin.api.knowledge.get({ id: resource.id })).toEqual(before);
    for (const [rank, person] of people.entries()) {
      if (rank < index) continue;
      for (const door of ["get", "versions", "file", "page", "use"] as const)
        expect((await person.send(...getOf(door, resource, ticketId))).status, `${person.name} ${door}`).toBeLessThan(
          400,
        );
      const { items, total } = await person.api.knowledge.list({ search: resource.word });
      expect([items.map(({ id }) => id), total]).toEqual([[resource.id], 1]);
    }
  }
});

function getOf(door: string, resource: Hidden, ticketId: string): [string, RequestInit] {
  const [method = "GET", path = "", body] = doors[door]?.(resource.id, resource, ticketId) ?? [];
  const headers = { "content-type": "application/json" };
  return [path, { method, ...(body && { headers, body: JSON.stringify(body) }) }];
}

test("counts only accessible resources", async () => {
  const owner = await newOwner(app);
  const colleagues = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "supervisor"), owner];
  for (const accessLevel of accessLevels)
    await owner.api.knowledge.create({
      key: randomUUID(),
      title: "x",
      content: "y",
      accessLevel,
      tags: ["all", accessLevel],
      category: "Templates",
    });
  for (const [rank, { api }] of colleagues.entries()) {
    const { articles, total, categories, tags } = await api.knowledge.list({});
    const open = rank + 1;
    expect([articles, total, categories]).toEqual([open, open, [{ category: "Templates", articleCount: open }]]);
    const named = Object.fromEntries(tags.map(({ tag, usageCount }) => [tag, usageCount]));
    expect(named).toEqual({ all: open, ...Object.fromEntries(accessLevels.slice(0, open).map((level) => [level, 1])) });
  }
});

test("closes a resource at once when its level is raised, even where it is open, and emits no restricted resource", async () => {
  const resource = await add("all-agents");
  const opened = await agent.api.knowledge.get({ id: resource.id });
  const told = async () =>
    (await app.asOwner("select id from events where type = 'resource.changed'", [], admin.tenantId)).length;
  const before = await told();
  const edit = { id: resource.id, knownUpdatedAt: resource.updatedAt };
  const closed = await supervisor.api.knowledge.update({ ...edit, accessLevel: "admin-only" });
  expect([closed.accessLevel, closed.isPublic, (await told()) - before]).toEqual(["admin-only", false, 1]);
  const notFound = { code: "resource_not_found" };
  const late = agent.api.knowledge.update({ id: opened.id, knownUpdatedAt: opened.updatedAt, title: "Late" });
  await expect(late).rejects.toMatchObject(notFound);
  await expect(supervisor.api.knowledge.get({ id: resource.id })).rejects.toMatchObject(notFound);
  const further = { id: resource.id, knownUpdatedAt: closed.updatedAt, content: "Only for admins" };
  const latest = await admin.api.knowledge.update(further);
  expect((await told()) - before).toBe(1);
  const open = await admin.api.knowledge.update({
    id: resource.id,
    knownUpdatedAt: latest.updatedAt,
    accessLevel: "all-agents",
    content: "For all",
  });
  const { items } = await agent.api.knowledge.versions({ id: resource.id });
  expect(items.map(({ number, accessLevel }) => [number, accessLevel])).toEqual([
    [2, "all-agents"],
    [1, "all-agents"],
  ]);
  expect(JSON.stringify(items)).not.toContain("Only for admins");
  expect((await admin.api.knowledge.versions({ id: resource.id })).items).toHaveLength(4);
  const third = { id: resource.id, number: 3, knownUpdatedAt: open.updatedAt };
  await expect(agent.api.knowledge.restore(third)).rejects.toMatchObject({ code: "resource_version_not_found" });
  const restored = await admin.api.knowledge.restore({ ...third, number: 4 });
  expect([restored.content, restored.accessLevel]).toEqual(["Only for admins", "admin-only"]);
  await expect(agent.api.knowledge.get({ id: resource.id })).rejects.toMatchObject(notFound);
});

test("restores an old version's words, but keeps file, level and visibility", async () => {
  const { uploadId } = await uploadForResource(agent, { filename: "a.pdf", bytes: pdfBytes });
  const created = await agent.api.knowledge.create({
    key: randomUUID(),
    title: "One",
    content: "First",
    tags: ["a"],
    uploadId,
  });
  const edited = await agent.api.knowledge.update({
    id: created.id,
    knownUpdatedAt: created.updatedAt,
    title: "Two",
    content: null,
    tags: [],
    isPublic: false,
  });
  const stale = agent.api.knowledge.restore({ id: created.id, number: 1, knownUpdatedAt: created.updatedAt });
  await expect(stale).rejects.toMatchObject({ code: "resource_changed_meanwhile", data: { current: edited } });
  const back = await agent.api.knowledge.restore({ id: created.id, number: 1, knownUpdatedAt: edited.updatedAt });
  expect(back).toEqual({ ...created, isPublic: false, updatedAt: back.updatedAt });
  const { items } = await agent.api.knowledge.versions({ id: created.id });
  expect(items.map(({ number, title, savedBy }) => [number, title, savedBy])).toEqual([
    [2, "Two", agent.name],
    [1, "One", agent.name],
  ]);
});

test.each([
  ["stays with the file that stays", true, "pdf"],
  ["comes back where there is no file", false, "text"],
])("keeps an old version's type %s", async (_what, hasFile, fileType) => {
  const created = await agent.api.knowledge.create({ key: randomUUID(), title: "Guide", content: "Words" });
  const upload = hasFile ? await uploadForResource(agent, { filename: "a.pdf", bytes: pdfBytes }) : null;
  const edited = await agent.api.knowledge.update({
    id: created.id,
    knownUpdatedAt: created.updatedAt,
    content: "Others",
    fileType: "pdf",
    uploadId: upload?.uploadId,
  });
  const back = await agent.api.knowledge.restore({ id: created.id, number: 1, knownUpdatedAt: edited.updatedAt });
  expect([back.content, back.fileName, back.fileType]).toEqual(["Words", hasFile ? "a.pdf" : null, fileType]);
});

test("returns to its author once a resource above their own level", async () => {
  const wanted = { key: randomUUID(), title: "For admins", content: "x", accessLevel: "admin-only" as const };
  const created = await agent.api.knowledge.create(wanted);
  expect(await agent.api.knowledge.create(wanted)).toEqual(created);
  await expect(agent.api.knowledge.get({ id: created.id })).rejects.toMatchObject({ code: "resource_not_found" });
  await admin.api.knowledge.update({ id: created.id, knownUpdatedAt: created.updatedAt, content: "Of the admin" });
  await expect(agent.api.knowledge.create(wanted)).rejects.toMatchObject({ code: "resource_not_found" });
  const refused = await agent.send(`/api/knowledge/${created.id}`);
  expect(JSON.stringify(await jsonOf(refused))).not.toContain("admin");
});

test("keeps files of sent replies when their resource is deleted", async () => {
  const { uploadId } = await uploadForResource(agent, { filename: "sent.pdf", bytes: pdfBytes });
  const created = await agent.api.knowledge.create({ key: randomUUID(), title: "Sent", uploadId, isPublic: false });
  const { id: ticketId } = await makeTicket(app, agent);
  await agent.api.messages.reply({
    ticketId,
    content: "See sent.pdf",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    resourceIds: [created.id],
  });
  await agent.api.knowledge.remove({ id: created.id });
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  const [file] = messages.flatMap(({ attachments }) => attachments);
  const answer = await agent.send(`/api/attachments/${file?.id}`);
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, pdfBytes.length]);
});

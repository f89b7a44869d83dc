import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { addResource, pdfBytes, uploadForResource } from "../../testing/test-resource.ts";

let app: Desk;
let admin: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  agent = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());

const paper = (filename = "Care.pdf") => ({ filename, bytes: pdfBytes });
const create = (by: Person, makings: Partial<Parameters<Person["api"]["knowledge"]["create"]>[0]> = {}) =>
  by.api.knowledge.create({ key: randomUUID(), title: "Glass care", content: "Wipe it.", ...makings });
const filesOf = async (person: Person) => (await app.asOwner("select id from files", [], person.tenantId)).length;

test("saves the form's values, with its defaults for missing ones, and null for blank texts", async () => {
  const { uploadId } = await uploadForResource(agent, paper());
  const created = await create(agent, {
    title: "  Glass \n care\u202e ",
    description: " How ",
    content: "\n Line 1\r\nLine 2 ",
    uploadId,
    fileType: "pdf",
    category: "Procedures",
    accessLevel: "all-agents",
    isPublic: false,
  });
  expect(created).toMatchObject({
    title: "Glass care",
    description: "How",
    content: "Line 1\r\nLine 2",
    fileType: "pdf",
    category: "Procedures",
    accessLevel: "all-agents",
    isPublic: false,
    tags: [],
    uploaderName: agent.name,
    uploadedBy: agent.userId,
    fileName: "Care.pdf",
    fileSize: pdfBytes.length,
    usageCount: 0,
    searchRank: null,
  });
  expect(await admin.api.knowledge.get({ id: created.id })).toEqual(created);
  const least = await create(agent, { title: "x", description: " ", content: "y" });
  expect(least).toMatchObject({
    description: null,
    fileType: "text",
    category: "Training Materials",
    fileUrl: null,
    accessLevel: "all-agents",
    isPublic: true,
  });
});

test("requires a title, and a text or a file, in the form's words", async () => {
  await expect(create(agent, { content: " \n " })).rejects.toMatchObject({ code: "resource_needs_content" });
  const refused = async (fields: object) => {
    const body = JSON.stringify({ key: randomUUID(), title: "x", content: "y", ...fields });
    const headers = { "content-type": "application/json" };
    const answer = await agent.send("/api/knowledge", { method: "POST", headers, body });
    expect(answer.status).toBe(422);
    return (await jsonOf(answer)).data;
  };
  for (const title of ["", " ", "\u200b\u200d", "\u3164", "\u202e\0", undefined, null])
    expect(await refused({ title })).toMatchObject({ fields: { title: ["Title is required"] } });
  const long = { title: "x".repeat(10_000), description: "x".repeat(1_001), content: "x".repeat(100_001) };
  expect(await refused(long)).toEqual({
    fields: {
      title: ["Title is too long (maximum 200 characters)"],
      description: ["Description is too long (maximum 1,000 characters)"],
      content: ["Content is too long (maximum 100,000 characters)"],
    },
  });
  expect(await refused({ accessLevel: "everybody", fileType: "exe", category: "Secrets" })).toMatchObject({
    fields: { accessLevel: [expect.any(String)], fileType: [expect.any(String)], category: [expect.any(String)] },
  });
});

test("keeps titles in any script, and 100,000 characters of text", async () => {
  for (const title of [
    "דוח החזרות 2026",
    "دليل الإرجاع",
    "返品の手引き",
    "👩‍🚒 Fire",
    "'; drop table x; --",
    "x".repeat(200),
  ])
    expect((await create(agent, { title })).title).toBe(title);
  const content = "é🙂\n".repeat(25_000);
  const { id } = await create(agent, { content });
  expect((await agent.api.knowledge.get({ id })).content).toBe(content.trim());
});

test("trims tags, removes duplicates in any case, and allows commas and emoji", async () => {
  const tags = [" a, b ", "Care", "CARE", "cafe\u0301", "café", "", "\u200b", "🙂", "x\ny", "💡".repeat(25)];
  expect((await create(agent, { tags })).tags).toEqual(["a, b", "Care", "cafe\u0301", "🙂", "x y", "💡".repeat(25)]);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);
  expect((await create(agent, { tags: many(20) })).tags).toHaveLength(20);
  const tooMany = create(agent, { tags: many(100) });
  await expect(tooMany).rejects.toMatchObject({ data: { fields: { tags: ["A resource has at most 20 tags"] } } });
  const long = create(agent, { tags: ["x".repeat(51)] });
  await expect(long).rejects.toMatchObject({
    data: { fields: { tags: ["A tag is too long (maximum 50 characters)"] } },
  });
  const { items } = await agent.api.knowledge.list({ tags: ["a, b"] });
  expect(items.map((item) => item.tags[0])).toEqual(["a, b"]);
});

test("makes a resource once per key and person, for later requests and two at once", async () => {
  const owner = await newOwner(app);
  const { uploadId } = await uploadForResource(owner, paper());
  const wanted = { key: randomUUID(), title: "Once", uploadId };
  const created = await Promise.all([1, 2, 3].map(() => owner.api.knowledge.create(wanted)));
  expect(new Set(created.map(({ id }) => id)).size).toBe(1);
  expect(await owner.api.knowledge.create(wanted)).toEqual(created[0]);
  expect((await owner.api.knowledge.list({})).total).toBe(1);
  const other = await addColleague(app, owner, "agent");
  expect((await create(other, { key: wanted.key })).id).not.toBe(created[0]?.id);
  expect(created[0]?.id).not.toBe(wanted.key);
});

test("tells the second of two editors what is stored now, and loses nothing of the first", async () => {
  const created = await create(agent);
  const edit = { id: created.id, knownUpdatedAt: created.updatedAt };
  const first = await agent.api.knowledge.update({ ...edit, title: "By the first" });
  expect(first).toEqual({ ...created, title: "By the first", updatedAt: first.updatedAt });
  const second = admin.api.knowledge.update({ ...edit, content: "By the second" });
  await expect(second).rejects.toMatchObject({ code: "resource_changed_meanwhile", data: { current: first } });
  // A repeated request is no second edit.
  expect(await agent.api.knowledge.update({ ...edit, title: "By the first" })).toEqual(first);
  expect((await agent.api.knowledge.versions({ id: created.id })).items).toHaveLength(1);
  const outcomes = await Promise.allSettled(
    ["a", "b"].map((title) => agent.api.knowledge.update({ id: created.id, knownUpdatedAt: first.updatedAt, title })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("changes only the named values; blank text is removed, and the title must stay", async () => {
  const created = await create(agent, { tags: ["a"], description: "About", fileType: "policy" });
  const edit = (known: { updatedAt: string }, fields: object) =>
    agent.api.knowledge.update({ id: created.id, knownUpdatedAt: known.updatedAt, ...fields });
  const emptied = await edit(created, { content: " ", tags: ["b", "B"] });
  expect(emptied).toEqual({
    ...created,
    content: null,
    excerpt: null,
    tags: ["b"],
    updatedAt: emptied.updatedAt,
  });
  expect(emptied.updatedAt > created.updatedAt).toBe(true);
  await expect(edit(emptied, { title: " " })).rejects.toMatchObject({
    data: { fields: { title: ["Title is required"] } },
  });
  expect(await edit(emptied, {})).toEqual(emptied);
});

test("tells a person who saves a deleted resource, which stays deleted", async () => {
  const created = await create(agent);
  expect(await admin.api.knowledge.remove({ id: created.id })).toEqual({ id: created.id });
  const notFound = { code: "resource_not_found", data: { ids: [created.id] } };
  const saved = agent.api.knowledge.update({ id: created.id, knownUpdatedAt: created.updatedAt, title: "Late" });
  await expect(saved).rejects.toMatchObject(notFound);
  await expect(agent.api.knowledge.remove({ id: created.id })).rejects.toMatchObject(notFound);
  await expect(agent.api.knowledge.versions({ id: created.id })).rejects.toMatchObject(notFound);
});

test("takes, replaces and removes a file, and leaves none behind", async () => {
  const owner = await newOwner(app);
  const { uploadId } = await uploadForResource(owner, paper("a.pdf"));
  const created = await create(owner, { uploadId });
  expect(await filesOf(owner)).toBe(1);
  await expect(create(owner, { uploadId })).rejects.toMatchObject({ code: "resource_upload_not_found" });
  const next = await uploadForResource(owner, paper("b.pdf"));
  const edit = { id: created.id, knownUpdatedAt: created.updatedAt, uploadId: next.uploadId };
  const replaced = await owner.api.knowledge.update(edit);
  expect([replaced.fileName, await filesOf(owner)]).toEqual(["b.pdf", 1]);
  expect(await owner.api.knowledge.update(edit)).toEqual(replaced);
  const off = await owner.api.knowledge.update({ id: created.id, knownUpdatedAt: replaced.updatedAt, uploadId: null });
  expect([off.fileName, off.fileUrl, await filesOf(owner)]).toEqual([null, null, 0]);
  expect((await owner.api.knowledge.versions({ id: created.id })).items.map(({ fileName }) => fileName)).toEqual([
    "b.pdf",
    "a.pdf",
  ]);
});

test("lets nobody take another person's upload, and deletes a resource's file with it", async () => {
  const owner = await newOwner(app);
  const colleague = await addColleague(app, owner, "agent");
  const { uploadId } = await uploadForResource(owner, paper());
  for (const person of [colleague, admin])
    await expect(create(person, { uploadId })).rejects.toMatchObject({ code: "resource_upload_not_found" });
  const { id } = await create(owner, { uploadId });
  await owner.api.knowledge.remove({ id });
  expect(await filesOf(owner)).toBe(0);
});

test("makes a restricted resource private, and keeps it so when its level is lowered", async () => {
  const created = await create(admin, { accessLevel: "admin-only", isPublic: true });
  expect(created.isPublic).toBe(false);
  const open = await admin.api.knowledge.update({
    id: created.id,
    knownUpdatedAt: created.updatedAt,
    accessLevel: "all-agents",
  });
  expect(open.isPublic).toBe(false);
  const published = await admin.api.knowledge.update({
    id: created.id,
    knownUpdatedAt: open.updatedAt,
    isPublic: true,
  });
  expect(published.isPublic).toBe(true);
  const closed = await admin.api.knowledge.update({
    id: created.id,
    knownUpdatedAt: published.updatedAt,
    accessLevel: "supervisors-only",
    isPublic: true,
  });
  expect(closed.isPublic).toBe(false);
});

test("edits an imported resource, which belonged to its uploader before", async () => {
  const id = await addResource(app, admin, { uploadedBy: agent.userId, file: null });
  const { updatedAt } = await admin.api.knowledge.get({ id });
  await admin.api.knowledge.update({ id, knownUpdatedAt: updatedAt, title: "Edited" });
  const { items } = await agent.api.knowledge.versions({ id });
  expect(items).toMatchObject([{ number: 1, title: "Title Care", savedBy: agent.name, savedAt: updatedAt }]);
});

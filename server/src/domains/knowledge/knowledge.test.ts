import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { addResource, pdfBytes } from "../../testing/test-resource.ts";

let app: Desk;
let admin: Person;
let supervisor: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  [supervisor, agent] = [await addColleague(app, admin, "supervisor"), await addColleague(app, admin, "agent")];
});
afterAll(() => app.stop());

const titlesOf = (list: { items: { title: string }[] }) => list.items.map(({ title }) => title);

test("lists the most used first, then the last updated, with everything the picker shows", async () => {
  const owner = await newOwner(app);
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
  const about = { createdAt: at(1), isPublic: true, uploadedBy: owner.userId };
  await addResource(app, owner, { ...about, title: "Old", openedCount: 2, updatedAt: at(2) });
  await addResource(app, owner, { ...about, title: "New", attachedCount: 2, updatedAt: at(3) });
  const text = { description: null, file: null, fileType: "text", content: "x".repeat(500), uploadedBy: null } as const;
  const id = await addResource(app, owner, { ...about, ...text, title: "Used", openedCount: 3, attachedCount: 4 });
  const list = await owner.api.knowledge.list({});
  expect(titlesOf(list)).toEqual(["Used", "New", "Old"]);
  expect(list.total).toBe(3);
  expect(list.items[0]).toMatchObject({
    fileUrl: null,
    uploaderName: null,
    usageCount: 7,
    excerpt: "x".repeat(180),
    excerptIsCut: true,
  });
  expect(list.items[1]).toMatchObject({
    fileUrl: `${app.services.settings.publicUrl}/knowledge/${list.items[1]?.id}/file`,
    fileName: "Care.pdf",
    fileSize: pdfBytes.length,
    fileType: "pdf",
    excerpt: "Content Care",
    excerptIsCut: false,
    uploaderName: owner.name,
    tags: ["tag Care"],
    updatedAt: at(3),
  });
  expect(await owner.api.knowledge.get({ id })).toMatchObject({ title: "Used", content: "x".repeat(500) });
});

test("searches title, description, text and tags, takes signs literally, and combines with filters", async () => {
  const owner = await newOwner(app);
  const plain = { description: null, content: null, tags: [] as string[], file: null, isPublic: true };
  await addResource(app, owner, { ...plain, title: "Glass Care", category: "Templates" });
  await addResource(app, owner, { ...plain, title: "B", description: "About GLASS", fileType: "manual" });
  await addResource(app, owner, { ...plain, title: "C", content: "Never glass_2 in 100% heat", tags: ["heat"] });
  await addResource(app, owner, { ...plain, title: "D", tags: ["Glassware", "heat"], fileType: "manual" });
  await addResource(app, owner, { ...plain, title: "E" });
  const find = async (filter: Parameters<typeof owner.api.knowledge.list>[0]) =>
    titlesOf(await owner.api.knowledge.list(filter)).sort();
  expect(await find({ search: " gLaSs " })).toEqual(["B", "C", "D", "Glass Care"]);
  expect(await find({ search: "glass_" })).toEqual(["C"]);
  expect(await find({ search: "100%" })).toEqual(["C"]);
  expect(await find({ search: "\\" })).toEqual([]);
  expect(await find({ search: "glass", fileType: "manual" })).toEqual(["B", "D"]);
  expect(await find({ category: "Templates" })).toEqual(["Glass Care"]);
  expect(await find({ tags: ["heat", "Nothing"] })).toEqual(["C", "D"]);
  expect(await find({ tags: ["heat"], search: "ware" })).toEqual(["D"]);
  const { categories, tags, total } = await owner.api.knowledge.list({ search: "E" });
  expect(categories).toEqual([
    { category: "Procedures", articleCount: 4 },
    { category: "Templates", articleCount: 1 },
  ]);
  expect(tags).toEqual([
    { tag: "heat", usageCount: 2 },
    { tag: "Glassware", usageCount: 1 },
  ]);
  expect(total).toBe(4);
});

test("returns at most 50, and counts all", async () => {
  const owner = await newOwner(app);
  for (let index = 0; index < 53; index += 1) await addResource(app, owner, { file: null, openedCount: index });
  const { items, total } = await owner.api.knowledge.list({});
  expect([items.length, total, items[0]?.usageCount, items.at(-1)?.usageCount]).toEqual([50, 53, 52, 3]);
});

test("hides what is above one's level", async () => {
  const owner = await newOwner(app);
  const people = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "supervisor"), owner];
  const levels = ["all-agents", "supervisors-only", "admin-only"] as const;
  const ids: string[] = [];
  for (const accessLevel of levels) ids.push(await addResource(app, owner, { accessLevel, title: accessLevel }));
  for (const [rank, person] of people.entries()) {
    const list = await person.api.knowledge.list({ search: "care" });
    expect(titlesOf(list).sort()).toEqual(levels.slice(0, rank + 1).sort());
    expect([list.total, list.categories[0]?.articleCount, list.tags[0]?.usageCount]).toEqual(Array(3).fill(rank + 1));
    for (const [index, id] of ids.entries()) {
      const asked = [
        () => person.api.knowledge.get({ id }),
        () => person.api.knowledge.recordUse({ id, kind: "open" as const }),
      ];
      for (const ask of asked) {
        if (index <= rank) expect(await ask()).toMatchObject({ title: levels[index] });
        else await expect(ask()).rejects.toMatchObject({ code: "resource_not_found", data: { ids: [id] } });
      }
      const response = await person.send(`/knowledge/${id}/file`);
      expect(response.status).toBe(index <= rank ? 302 : 404);
    }
  }
});

test("counts each use, also two at once, and changes nothing else", async () => {
  const id = await addResource(app, admin, { openedCount: 5 });
  const before = await agent.api.knowledge.get({ id });
  const used = await agent.api.knowledge.recordUse({ id, kind: "open" });
  expect(used).toEqual({ ...before, usageCount: 6 });
  await Promise.all(
    [admin, agent, supervisor].map(({ api }) => api.knowledge.recordUse({ id, kind: "attach" as const })),
  );
  expect((await admin.api.knowledge.get({ id })).usageCount).toBe(9);
  const rows = await app.asOwner("select opened_count, attached_count from knowledge_articles where id = $1", [id]);
  expect(rows).toEqual([{ opened_count: 6, attached_count: 3 }]);
  const unknown = { id: randomUUID(), kind: "open" as const };
  await expect(agent.api.knowledge.recordUse(unknown)).rejects.toMatchObject({ code: "resource_not_found" });
});

test("refuses a wrong filter by its field", async () => {
  const wrong = await agent.send("/api/knowledge?category=Secrets&fileType=exe&search=%20");
  expect(wrong.status).toBe(422);
  expect(await jsonOf(wrong)).toMatchObject({ data: { fields: { category: [expect.any(String)] } } });
});

test("keeps a restricted resource private", async () => {
  const restricted = addResource(app, admin, { accessLevel: "admin-only", isPublic: true });
  await expect(restricted).rejects.toThrow(/restricted_is_private/);
});

import { randomUUID } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let admin: Person;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  ann = await addColleague(app, admin, "agent");
  bob = await addColleague(app, admin, "supervisor");
});
afterAll(() => app.stop());

type Making = Partial<Parameters<Person["api"]["views"]["create"]>[0]>;
let created = 0;
const make = ({ api }: Person, making: Making = {}) =>
  api.views.create({ name: `View ${created++}`, filter: {}, idempotencyKey: randomUUID(), ...making });
const namesOf = async ({ api }: Person) => (await api.views.list()).items.map(({ name }) => name);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

describe("a view's name", () => {
  test.each([
    ["  Waiting   for Jane ", "Waiting for Jane"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["تذاكر عاجلة", "تذاكر عاجلة"],
    ["evil\u202egnp.exe", "evilgnp.exe"],
    ["two\nlines\u0000", "two lines"],
    ["x".repeat(60), "x".repeat(60)],
    ["🚚 Parcels", "🚚 Parcels"],
  ])("%j is saved as %j", async (name, kept) => {
    expect((await make(ann, { name })).name).toBe(kept);
  });

  test.each([
    ["", "Name is required"],
    ["   ", "Name is required"],
    ["\u200b\u202e", "Name is required"],
    ["\u3164", "Name is required"],
    ["x".repeat(61), "Name is too long (maximum 60 characters)"],
  ])("%j is refused: %s", async (name, fault) => {
    await expect(make(ann, { name })).rejects.toMatchObject({ data: { fields: { name: [fault] } } });
  });

  test("a person has no two views of one name, but may share a name with others", async () => {
    const first = await make(ann, { name: "Refunds" });
    expect(await refusal(make(ann, { name: "  refunds", isShared: true }))).toBe("view_name_taken");
    const other = await make(ann, { name: "Other refunds" });
    const rename = { id: other.id, expectedUpdatedAt: other.updatedAt };
    expect(await refusal(ann.api.views.update({ ...rename, name: "REFUNDS" }))).toBe("view_name_taken");
    // Its own name in another spelling is not taken.
    const renamed = { id: first.id, expectedUpdatedAt: first.updatedAt, name: "REFUNDS" };
    expect((await ann.api.views.update(renamed)).name).toBe("REFUNDS");
    expect((await make(bob, { name: "Refunds", isShared: true })).name).toBe("Refunds");
    expect((await namesOf(ann)).filter((name) => name.toLowerCase() === "refunds")).toEqual(["REFUNDS", "Refunds"]);
  });
});

describe("a view's owner", () => {
  test("one's own view cannot be seen, changed or deleted by others", async () => {
    const view = await make(ann);
    expect(view).toMatchObject({ isShared: false, isMine: true, canEdit: true, madeBy: ann.name });
    for (const other of [bob, admin, await newOwner(app)]) {
      expect(await namesOf(other)).not.toContain(view.name);
      const change = { id: view.id, name: "Mine", expectedUpdatedAt: view.updatedAt };
      expect(await refusal(other.api.views.update(change))).toBe("view_not_found");
      expect(await refusal(other.api.views.remove({ id: view.id }))).toBe("view_not_found");
    }
  });

  test("a shared view is visible to everybody, and can be changed by its maker and admins", async () => {
    const view = await make(ann, { isShared: true });
    const seen = (await bob.api.views.list()).items.find(({ id }) => id === view.id);
    expect(seen).toMatchObject({ isShared: true, isMine: false, canEdit: false, madeBy: ann.name });
    const change = { id: view.id, name: "Changed", expectedUpdatedAt: view.updatedAt };
    expect(await refusal(bob.api.views.update(change))).toBe("view_not_yours");
    expect(await refusal(bob.api.views.remove({ id: view.id }))).toBe("view_not_yours");
    const changed = await admin.api.views.update(change);
    expect(changed).toMatchObject({ name: "Changed", isMine: false, canEdit: true });
    // Only its maker can stop sharing it.
    const taking = { id: view.id, isShared: false, expectedUpdatedAt: changed.updatedAt };
    expect(await refusal(admin.api.views.update(taking))).toBe("view_not_yours");
    expect(await ann.api.views.update(taking)).toMatchObject({ isShared: false });
    expect(await refusal(admin.api.views.remove({ id: view.id }))).toBe("view_not_found");
    expect(await (await newOwner(app)).api.views.list()).toEqual({ items: [] });
  });

  test("a deleted person's own views go with them; shared ones stay, for admins to change", async () => {
    const leaver = await addColleague(app, admin, "agent");
    await make(leaver, { name: "Own" });
    const shared = await make(leaver, { name: "Left behind", isShared: true });
    await admin.api.team.delete({ id: leaver.userId });
    const rows = await app.asOwner(
      "select name from saved_views where name in ('Own', 'Left behind')",
      [],
      admin.tenantId,
    );
    expect(rows).toEqual([{ name: "Left behind" }]);
    const left = (await ann.api.views.list()).items.find(({ id }) => id === shared.id);
    expect(left).toMatchObject({ madeBy: null, canEdit: false });
    const change = { id: shared.id, expectedUpdatedAt: shared.updatedAt };
    expect(await refusal(admin.api.views.update({ ...change, isShared: false }))).toBe("view_not_yours");
    expect(await admin.api.views.update({ ...change, filter: { status: ["open"] } })).toMatchObject({
      filter: { status: ["open"] },
    });
    expect(await admin.api.views.remove({ id: shared.id })).toEqual({ id: shared.id });
  });
});

test("a repeated request creates one view, and a change to the same values is none", async () => {
  const making = { name: "Once", idempotencyKey: randomUUID() };
  const [first, second] = await Promise.all([make(ann, making), make(ann, making)]);
  expect(second).toEqual(first);
  const change = { id: first.id, name: "Once more", expectedUpdatedAt: first.updatedAt };
  const changed = await ann.api.views.update(change);
  expect(await ann.api.views.update(change)).toEqual(changed);
  const late = { ...change, name: "Too late" };
  await expect(ann.api.views.update(late)).rejects.toMatchObject({
    code: "view_changed_meanwhile",
    data: { updatedAt: changed.updatedAt },
  });
  await ann.api.views.remove({ id: first.id });
  expect(await refusal(ann.api.views.update(late))).toBe("view_not_found");
  expect(await refusal(ann.api.views.remove({ id: first.id }))).toBe("view_not_found");
});

test("a person has at most 100 views and a store 100 shared ones, also with concurrent requests", async () => {
  const store = await newOwner(app);
  const colleague = await addColleague(app, store, "agent");
  const fill = (isShared: boolean) =>
    app.asOwner(
      `insert into saved_views (client_id, id, made_by, name, filter, is_shared, position)
       select $1, gen_random_uuid(), $2, 'Old ' || n, '{"view": "active"}', $3, n from generate_series(1, 99) n`,
      [store.tenantId, store.userId, isShared],
      store.tenantId,
    );
  await fill(true);
  const both = await Promise.all([refusal(make(store)), refusal(make(store))]);
  expect(both.sort()).toEqual(["done", "too_many_views"]);
  expect(await refusal(make(colleague, { isShared: true }))).toBe("done");
  expect(await refusal(make(colleague, { isShared: true }))).toBe("too_many_shared_views");
  const own = await make(colleague);
  const share = { id: own.id, isShared: true, expectedUpdatedAt: own.updatedAt };
  expect(await refusal(colleague.api.views.update(share))).toBe("too_many_shared_views");
  expect((await store.api.views.list()).items).toHaveLength(limits.viewsShared + 1);
  expect((await store.api.views.counts()).items).toHaveLength(limits.viewsShared + 1);
});

test("views keep the order given by the people who may change them, one's own first", async () => {
  const store = await newOwner(app);
  const agent = await addColleague(app, store, "agent");
  const [a, b] = [await make(agent, { name: "a" }), await make(agent, { name: "b" })];
  const shared = await make(store, { name: "shared", isShared: true });
  expect(await namesOf(agent)).toEqual(["a", "b", "shared"]);
  const { items } = await agent.api.views.arrange({ ids: [shared.id, b.id, a.id, b.id, randomUUID()] });
  expect(items.map(({ name }) => name)).toEqual(["b", "a", "shared"]);
  expect(await namesOf(store)).toEqual(["shared"]);
});

test("each view counts what its filter finds for the viewer", async () => {
  const store = await newOwner(app);
  const agent = await addColleague(app, store, "agent");
  for (const status of ["open", "open", "pending", "closed"] as const) {
    await makeTicket(app, store, { status, subject: status === "open" ? "Lost parcel" : "Thanks" });
  }
  const filters: [NonNullable<Making["filter"]>, number][] = [
    [{}, 3],
    [{ status: ["open"] }, 2],
    [{ view: "archive" }, 1],
    [{ search: "parcel" }, 2],
    [{ customer: "nobody@customer.test" }, 0],
  ];
  for (const [filter] of filters) await make(agent, { filter });
  const { items: views } = await agent.api.views.list();
  const { items } = await agent.api.views.counts();
  expect(items).toEqual(filters.map(([, count], index) => ({ id: views[index]?.id, count, isCapped: false })));
  expect(await store.api.views.counts()).toEqual({ items: [] });
});

test("all results of a filter can be selected, in the list's order", async () => {
  const store = await newOwner(app);
  const urgent = await makeTicket(app, store, { priority: "urgent" });
  const old = await makeTicket(app, store, { createdAt: "2026-01-01T00:00:00.000Z" });
  const fresh = await makeTicket(app, store);
  await makeTicket(app, store, { status: "closed" });
  expect(await store.api.tickets.listIds({})).toEqual({ ids: [urgent.id, fresh.id, old.id], isCut: false });
  expect(await store.api.tickets.listIds({ priority: ["urgent"] })).toEqual({ ids: [urgent.id], isCut: false });
});

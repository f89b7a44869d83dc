import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseTime } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let admin: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  agent = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());

const nameNow = async () => (await admin.api.client.get()).storeName;
const auditedNames = () =>
  app.asOwner<{ actor_id: string; details: { from: string; to: string }; ip: string | null }>(
    "select actor_id, details, ip from audit_log where action = 'settings.store-renamed' order by created_at, id",
    [],
    admin.tenantId,
  );

test("lets an admin rename the store, which everybody sees and the audit log records", async () => {
  const from = await nameNow();
  const saved = await admin.api.client.rename({ storeName: "  Lumen   & Loom ", from });
  expect(saved.storeName).toBe("Lumen & Loom");
  expect((await agent.api.account.me()).client.storeName).toBe("Lumen & Loom");
  const events = await app.asOwner(
    "select type, payload from events where type = 'client.renamed'",
    [],
    admin.tenantId,
  );
  expect(events).toEqual([{ type: "client.renamed", payload: { from, to: "Lumen & Loom", actorId: admin.userId } }]);
  // Asked twice, it is done and audited once.
  await admin.api.client.rename({ storeName: "Lumen & Loom", from });
  expect(await auditedNames()).toEqual([
    { actor_id: admin.userId, details: { from, to: "Lumen & Loom" }, ip: expect.any(String) },
  ]);
});

test.each([
  ["nothing", "", "Store name cannot be empty"],
  ["blanks", " \t\n ", "Store name cannot be empty"],
  ["signs that cannot be seen", "\u200b\u202e\u2060", "Store name cannot be empty"],
  ["101 characters", "x".repeat(101), "Store name is too long (maximum 100 characters)"],
  ["no letter and no digit", "!!! — ???", "Store name needs a letter or a number"],
])("refuses a name of %s, and keeps the present one", async (_what, storeName, sentence) => {
  const from = await nameNow();
  const refused = admin.api.client.rename({ storeName, from });
  await expect(refused).rejects.toMatchObject({ code: "input_invalid", data: { fields: { storeName: [sentence] } } });
  expect(await nameNow()).toBe(from);
});

test.each([
  ["100 characters", "y".repeat(100), "y".repeat(100)],
  ["a line break, for a mail's header", "Loom\r\nBcc: all@example.com", "Loom Bcc: all@example.com"],
  ["marks that turn the writing", "\u202eabc\u202c", "abc"],
  ["other scripts", "紙の店", "紙の店"],
  ["quotes and angle brackets", `O'Neill "Sons" <Ltd>`, `O'Neill "Sons" <Ltd>`],
  ["a digit alone", "7", "7"],
])("keeps a name with %s on one line", async (_what, storeName, kept) => {
  expect((await admin.api.client.rename({ storeName, from: await nameNow() })).storeName).toBe(kept);
  expect(await nameNow()).toBe(kept);
});

test("never overwrites a new name unseen", async () => {
  const from = await nameNow();
  await admin.api.client.rename({ storeName: "Renamed by one", from });
  const late = admin.api.client.rename({ storeName: "Renamed by another", from });
  await expect(late).rejects.toMatchObject({
    code: "client_changed_meanwhile",
    status: 409,
    data: { storeName: "Renamed by one" },
  });
  expect(await nameNow()).toBe("Renamed by one");
});

test("tells one of two who rename it at once", async () => {
  const from = await nameNow();
  const asked = ["One", "Two"].map((storeName) => admin.api.client.rename({ storeName, from }));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("lets an agent read the store and change nothing", async () => {
  const from = await nameNow();
  expect((await agent.api.client.get()).storeName).toBe(from);
  const refused = agent.api.client.rename({ storeName: "Mine", from });
  await expect(refused).rejects.toMatchObject({ code: "not_allowed", status: 403 });
  expect(await nameNow()).toBe(from);
});

const auditedPlans = () =>
  app.asOwner<{ subject_id: string }>(
    "select subject_id from audit_log where action = 'billing.plan-chosen' order by created_at, id",
    [],
    admin.tenantId,
  );

test("records once which plan a store would like, by whom and when, however often it is clicked", async () => {
  expect(await agent.api.billing.interest()).toEqual({ interest: null });
  const before = await databaseTime(app);
  const clicks = await Promise.all([1, 2, 3].map(() => admin.api.billing.choose({ plan: "monthly" })));
  const [first] = clicks;
  expect(first?.interest).toMatchObject({ plan: "monthly", chosenByName: admin.name });
  expect(clicks).toEqual([first, first, first]);
  expect((first?.interest.chosenAt ?? "") >= before).toBe(true);
  expect(await agent.api.billing.interest()).toEqual(first);
  expect(await auditedPlans()).toEqual([{ subject_id: "monthly" }]);
});

test("replaces the choice by another one, and by going back", async () => {
  await admin.api.billing.choose({ plan: "lifetime" });
  const other = await addColleague(app, admin, "admin");
  const back = await other.api.billing.choose({ plan: "monthly" });
  expect(back.interest).toMatchObject({ plan: "monthly", chosenByName: other.name });
  expect(await auditedPlans()).toEqual(["monthly", "lifetime", "monthly"].map((subject_id) => ({ subject_id })));
  // The plan itself is not theirs to change.
  expect((await admin.api.client.get()).plan).toBe("basic");
});

test("refuses a choice by agents, and unknown plans", async () => {
  const refused = agent.api.billing.choose({ plan: "lifetime" });
  await expect(refused).rejects.toMatchObject({ code: "not_allowed", status: 403 });
  const unknown = await admin.send("/api/billing/interest", { json: { plan: "enterprise" } });
  expect(unknown.status).toBe(422);
});

test("keeps another store's choice apart", async () => {
  const stranger = await newOwner(app);
  expect(await stranger.api.billing.interest()).toEqual({ interest: null });
});

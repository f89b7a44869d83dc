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

const audited = () =>
  app.asOwner<{ subject_id: string }>(
    "select subject_id from audit_log where action = 'billing.plan-chosen' order by created_at, id",
    [],
    admin.tenantId,
  );

test("which plan a store would like is kept with who chose it and when, once however often it is clicked", async () => {
  expect(await agent.api.billing.interest()).toEqual({ interest: null });
  const before = await databaseTime(app);
  const clicks = await Promise.all([1, 2, 3].map(() => admin.api.billing.choose({ plan: "monthly" })));
  const [first] = clicks;
  expect(first?.interest).toMatchObject({ plan: "monthly", chosenByName: admin.name });
  expect(clicks).toEqual([first, first, first]);
  expect((first?.interest.chosenAt ?? "") >= before).toBe(true);
  expect(await agent.api.billing.interest()).toEqual(first);
  expect(await audited()).toEqual([{ subject_id: "monthly" }]);
});

test("another choice takes the place of the one before, and so does going back", async () => {
  await admin.api.billing.choose({ plan: "lifetime" });
  const other = await addColleague(app, admin, "admin");
  const back = await other.api.billing.choose({ plan: "monthly" });
  expect(back.interest).toMatchObject({ plan: "monthly", chosenByName: other.name });
  expect(await audited()).toEqual(["monthly", "lifetime", "monthly"].map((subject_id) => ({ subject_id })));
  // The plan itself is not theirs to change.
  expect((await admin.api.client.get()).plan).toBe("basic");
});

test("agents choose none, and no plan is made up", async () => {
  const refused = agent.api.billing.choose({ plan: "lifetime" });
  await expect(refused).rejects.toMatchObject({ code: "not_allowed", status: 403 });
  const unknown = await admin.send("/api/billing/interest", { json: { plan: "enterprise" } });
  expect(unknown.status).toBe(422);
});

test("another store's choice is its own", async () => {
  const stranger = await newOwner(app);
  expect(await stranger.api.billing.interest()).toEqual({ interest: null });
});

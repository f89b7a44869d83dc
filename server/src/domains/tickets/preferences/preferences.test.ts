import { defaultPreferences } from "@deskhand/contract/desk/desk-choices";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

test("by default there are ten seconds to undo, the next ticket follows, and the status stays", async () => {
  expect(await owner.api.desk.preferences()).toEqual(defaultPreferences);
  expect(defaultPreferences).toEqual({
    undoSeconds: 10,
    afterSend: "next",
    sendStatus: "keep",
    answerMode: "reply-all",
    sort: "priority",
  });
});

test("each choice is saved separately, for this person only", async () => {
  const [first, second] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "agent")];
  expect(await first.api.desk.savePreferences({ undoSeconds: 0 })).toEqual({ ...defaultPreferences, undoSeconds: 0 });
  const rest = { afterSend: "stay", sendStatus: "resolved", answerMode: "reply", sort: "waiting" } as const;
  await Promise.all([
    first.api.desk.savePreferences({ afterSend: rest.afterSend }),
    first.api.desk.savePreferences({ sendStatus: rest.sendStatus }),
    first.api.desk.savePreferences({ answerMode: rest.answerMode }),
    first.api.desk.savePreferences({ sort: rest.sort }),
  ]);
  expect(await first.api.desk.preferences()).toEqual({ undoSeconds: 0, ...rest });
  expect(await first.api.desk.savePreferences({})).toEqual({ undoSeconds: 0, ...rest });
  expect(await second.api.desk.preferences()).toEqual(defaultPreferences);
  expect(await second.api.desk.savePreferences({})).toEqual(defaultPreferences);
});

test("a change is announced to all pages of the person", async () => {
  const agent = await addColleague(app, owner, "agent");
  await agent.api.desk.savePreferences({ undoSeconds: 20 });
  const told = await app.asOwner<{ payload: unknown }>(
    "select payload from events where type = 'preferences.changed' order by number desc limit 1",
    [],
    owner.tenantId,
  );
  expect(told).toEqual([{ payload: { userId: (await agent.api.account.me()).user.id } }]);
});

test.each([
  { undoSeconds: 1 },
  { undoSeconds: 31 },
  { undoSeconds: "ten" },
  { undoSeconds: null },
  { afterSend: "list" },
  { sendStatus: "closed" },
  { sort: "newest" },
])("%j is refused, and nothing is saved", async (wrong) => {
  const body = JSON.stringify({ afterSend: "stay", ...wrong });
  const headers = { "content-type": "application/json" };
  const response = await owner.send("/api/desk/preferences", { method: "PATCH", headers, body });
  expect(response.status).toBe(422);
  expect(await owner.api.desk.preferences()).toEqual(defaultPreferences);
});

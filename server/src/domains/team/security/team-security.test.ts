import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newOwner, signIn } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test("shows an admin where this store's team is signed in, and signs a colleague out everywhere", async () => {
  const owner = await newOwner(app);
  await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const phone = await signIn(app, agent);
  const { sessions } = await owner.api.security.read();
  expect(sessions.map(({ userId }) => userId).sort()).toEqual([owner.userId, agent.userId, agent.userId].sort());
  expect(sessions[0]).toMatchObject({ ip: expect.any(String), awaitsCode: false });

  const left = await owner.api.security.signOut({ id: agent.userId });
  expect(left.sessions.map(({ userId }) => userId)).toEqual([owner.userId]);
  for (const { send } of [agent, phone]) expect((await send("/api/me")).status).toBe(401);
  expect((await (await signIn(app, agent)).api.account.me()).user.id).toBe(agent.userId);

  await expect(owner.api.security.signOut({ id: owner.userId })).rejects.toMatchObject({ code: "user_is_self" });
  const { items } = await owner.api.audit.list({ kind: "team" });
  expect(items.map(({ action, actorName, subject }) => [action, actorName, subject])).toEqual([
    ["team.signed-out", owner.name, `agent <${agent.email}>`],
  ]);
});

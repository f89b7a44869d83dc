import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

// Whoever does what they may not, again and again: the store's log says so, and is not filled by it.

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const entries = async (person: Person, action: string) =>
  (await owner.api.audit.list({ userId: person.userId, kind: "account", limit: 100 })).items.filter(
    (entry) => entry.action === action,
  );

test("somebody who tries what their role may not does not fill the audit log: each kind of refusal stands there once, with from where", async () => {
  const agent = await addColleague(app, owner, "agent");
  const id = crypto.randomUUID();
  for (let times = 0; times < 30; times += 1) {
    await expect(agent.api.audit.list({})).rejects.toMatchObject({ code: "not_allowed" });
    await expect(agent.api.mail.entry({ id })).rejects.toMatchObject({ code: "not_allowed" });
  }
  // The raw mail is no endpoint of the contract.
  expect((await agent.send(`/api/mail/log/${id}/raw`)).status).toBe(403);
  const refused = await entries(agent, "account.refused");
  expect(refused.map(({ subject }) => subject).sort()).toEqual([
    "Only administrators can read the audit log",
    "Only administrators can read the mail log",
  ]);
  expect(refused[0]).toMatchObject({ actorId: agent.userId, actorName: "agent", ip: "127.0.0.1" });
});

test("a limit that somebody reaches stands there once, however often they go on", async () => {
  const agent = await addColleague(app, owner, "agent");
  const change = () => agent.api.account.changePassword({ current: "not the password", new: "another password 1" });
  await until(async () => {
    const failure = await change().catch((error) => error);
    return failure.code === "too_many_attempts";
  });
  for (let times = 0; times < 10; times += 1) {
    await expect(change()).rejects.toMatchObject({ code: "too_many_attempts" });
  }
  expect((await entries(agent, "account.limit-reached")).map(({ subject }) => subject)).toEqual([
    "Too many wrong passwords. Try again in 15 minutes",
  ]);
});

test("whoever guesses on at the sign-in when no more is tried stands there once more, of somebody not signed in", async () => {
  const agent = await addColleague(app, owner, "agent");
  const guess = () =>
    app.visit().send("/api/auth/sign-in/email", { json: { email: agent.email, password: "not the password" } });
  await until(async () => (await guess()).status === 429);
  for (let times = 0; times < 10; times += 1) expect((await guess()).status).toBe(429);
  const [entry, ...more] = await until(async () => {
    const found = await entries(agent, "account.sign-in-limited");
    return found.length > 0 && found;
  });
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ actorId: null, times: 1, subject: `agent <${agent.email}>`, ip: "127.0.0.1" });
});

test("what is refused to a page of another website is not its visitor's doing, and stands nowhere", async () => {
  const agent = await addColleague(app, owner, "agent");
  const path = "/api/feedback";
  const answer = await agent.send(path, { json: {}, headers: { origin: "https://evil.example" } });
  expect(answer.status).toBe(403);
  expect(await entries(agent, "account.refused")).toEqual([]);
});

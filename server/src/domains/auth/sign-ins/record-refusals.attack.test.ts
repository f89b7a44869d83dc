import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

// Repeated forbidden attempts are recorded in the store's log, but do not fill it.

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

test("records each kind of refusal by role once, with its origin", async () => {
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

test("records a reached limit once, however often it is hit", async () => {
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

test("records guesses beyond the sign-in's limit once more, by nobody signed in", async () => {
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

test("records nothing for refusals to another website's page, which are not its visitor's doing", async () => {
  const agent = await addColleague(app, owner, "agent");
  const path = "/api/feedback";
  const answer = await agent.send(path, { json: {}, headers: { origin: "https://evil.example" } });
  expect(answer.status).toBe(403);
  expect(await entries(agent, "account.refused")).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import {
  addColleague,
  newAddress,
  type Person,
  signIn,
  signUp,
  turnOnTwoFactor,
} from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await signUp(app);
});
afterAll(() => app.stop());

const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0" };
const enter = (email: string, password: string) =>
  app.visit().send("/api/auth/sign-in/email", { json: { email, password }, headers: firefox });
const log = async (userId: string) => (await owner.api.audit.list({ userId, kind: "account" })).items;
const refused = async ({ userId }: Person) =>
  (await log(userId)).filter(({ action }) => action === "account.sign-in-failed");

test("records sign-ups and sign-ins with their origin", async () => {
  expect((await log(owner.userId)).map(({ action }) => action)).toEqual(["account.signed-in"]);
  const agent = await addColleague(app, owner, "agent");
  expect((await enter(agent.email, agent.password)).status).toBe(200);
  const [entry, earlier] = await log(agent.userId);
  expect(entry).toMatchObject({
    action: "account.signed-in",
    actorId: agent.userId,
    actorName: "agent",
    subject: `agent <${agent.email}>`,
    ip: "127.0.0.1",
    device: "Firefox on Linux",
  });
  expect(earlier).toMatchObject({ action: "account.signed-in" });
});

test("does not record the use of a session", async () => {
  const agent = await addColleague(app, owner, "agent");
  await agent.api.account.me();
  await agent.send("/dashboard");
  // Its end is extended, with a cookie.
  await app.asOwner("update sessions set expires_at = expires_at - interval '1 day' where user_id = $1", [
    agent.userId,
  ]);
  await agent.api.account.me();
  await agent.send("/api/auth/sign-out", { method: "POST" });
  expect((await log(agent.userId)).map(({ action }) => action)).toEqual(["account.signed-out", "account.signed-in"]);
});

test("sets the last sign-in only when it is complete, not at a password without its code", async () => {
  const agent = await addColleague(app, owner, "agent");
  const { phone } = await turnOnTwoFactor(app, agent);
  await app.asOwner("update users set last_login = null where id = $1", [agent.userId], owner.tenantId);
  const lastLogin = async () => {
    const { items } = await owner.api.team.users();
    return items.find(({ id }) => id === agent.userId)?.lastLogin;
  };
  const browser = app.visit();
  await browser.send("/api/auth/sign-in/email", { json: { email: agent.email, password: agent.password } });
  expect(await lastLogin()).toBeNull();
  await browser.api.twoFactor.enter({ code: phone.code(1), trustsBrowser: false });
  expect(await lastLogin()).toEqual(expect.any(String));
});

test("records the way of signing in", async () => {
  expect((await log(owner.userId)).at(-1)?.details).toEqual({ by: "link in a mail" });
  const agent = await addColleague(app, owner, "agent");
  expect((await log(agent.userId))[0]?.details).toEqual({ by: "password" });
  const { phone, recoveryCodes } = await turnOnTwoFactor(app, agent);
  for (const [code, by] of [
    [phone.code(1), "code"],
    [recoveryCodes[0], "recovery code"],
  ]) {
    const browser = app.visit();
    await browser.send("/api/auth/sign-in/email", { json: { email: agent.email, password: agent.password } });
    await browser.api.twoFactor.enter({ code: code ?? "", trustsBrowser: false });
    const signIns = (await log(agent.userId)).filter(({ action }) => action === "account.signed-in");
    expect(signIns[0]?.details).toEqual({ by });
  }
});

test("records wrong passwords of known people, however the address is written, up to twenty in an hour", async () => {
  const agent = await addColleague(app, owner, "agent");
  expect((await enter(agent.email.toUpperCase(), "not the password")).status).toBe(401);
  const [entry] = await until(async () => {
    const found = await refused(agent);
    return found.length > 0 && found;
  });
  expect(entry).toMatchObject({ subject: `agent <${agent.email}>`, ip: "127.0.0.1", device: "Firefox on Linux" });
  // The caller is not known to be the account's owner.
  expect(entry).toMatchObject({ actorId: null, actorName: null, subjectId: agent.userId });
  const csv = await (await owner.send(`/api/audit/export?userId=${agent.userId}&kind=account`)).text();
  expect(csv).toContain(
    `"Somebody not signed in","Was refused at signing in: wrong password","agent <${agent.email}>"`,
  );
});

test("records neither guesses at unknown addresses nor invalid requests", async () => {
  const before = (await owner.api.audit.list({})).items.length;
  for (const body of ["{ broken", "[]", '{"email":1}', `{"email":"${newAddress()}","password":"not the password"}`])
    await app.visit().send("/api/auth/sign-in/email", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
  await until(async () => {
    const open =
      "select from pgboss.job where name = 'account.sign-in-refused' and state in ('created', 'active', 'retry')";
    return (await app.db.pool.query(open)).rowCount === 0;
  });
  expect((await owner.api.audit.list({})).items.length).toBe(before);
});

test("hides sign-ins from other stores", async () => {
  const stranger = await signUp(app);
  const agent = await addColleague(app, owner, "agent");
  await signIn(app, agent);
  const seen = (await stranger.api.audit.list({})).items;
  expect(seen.map(({ actorId }) => actorId)).toEqual([stranger.userId]);
});

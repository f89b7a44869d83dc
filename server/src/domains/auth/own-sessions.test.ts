import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseTime } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { until } from "../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, signIn, turnOnTwoFactor } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function otherSessionOf(person: Person): Promise<string> {
  const { items } = await person.api.account.sessions();
  const other = items.find(({ isCurrent }) => !isCurrent);
  if (!other) throw new Error("There is no other session");
  return other.id;
}

test("lists one's own sessions by device and address, this one first", async () => {
  const owner = await newOwner(app);
  await addColleague(app, owner, "agent");
  const phone = app.visit();
  await phone.send("/api/auth/sign-in/email", {
    json: { email: owner.email, password: owner.password },
    headers: { "user-agent": firefox },
  });
  const seenByPhone = (await phone.api.account.sessions()).items;
  expect(seenByPhone).toMatchObject([
    { device: "Firefox on Linux", isHandheld: false, isCurrent: true, ip: "127.0.0.1" },
    { device: "Unknown device", isCurrent: false },
  ]);
  const seenByOwner = (await owner.api.account.sessions()).items;
  expect(seenByOwner.map(({ id }) => id)).toEqual(seenByPhone.map(({ id }) => id).reverse());
});

test("does not list an expired session", async () => {
  const owner = await newOwner(app);
  await signIn(app, owner);
  const other = await otherSessionOf(owner);
  await app.asOwner("update sessions set expires_at = now() - interval '1 second' where id = $1", [other]);
  expect((await owner.api.account.sessions()).items).toHaveLength(1);
});

test("lists a sign-in waiting for its code until it expires, and lets it be ended", async () => {
  const owner = await newOwner(app);
  const { phone } = await turnOnTwoFactor(app, owner);
  const enterPassword = async () => {
    const browser = app.visit();
    const json = { email: owner.email, password: owner.password };
    await browser.send("/api/auth/sign-in/email", { json, headers: { "user-agent": firefox } });
    return browser;
  };
  const listed = async () => (await owner.api.account.sessions()).items;
  expect(await listed()).toMatchObject([{ isCurrent: true, awaitsCode: false }]);
  const stranger = await enterPassword();
  expect(await listed()).toMatchObject([{ isCurrent: true }, { isCurrent: false, awaitsCode: true }]);
  expect((await owner.api.account.endSession({ id: await otherSessionOf(owner) })).items).toHaveLength(1);
  await until(async () => (await stranger.send("/api/sign-in/step")).status === 401);
  await expect(stranger.api.twoFactor.enter({ code: phone.code() })).rejects.toMatchObject({ code: "not_signed_in" });

  await enterPassword();
  await app.asOwner(
    "update sessions set created_at = created_at - interval '15 minutes' where user_id = $1 and proof is null",
    [owner.userId],
  );
  expect(await listed()).toMatchObject([{ isCurrent: true }]);
  const own = await enterPassword();
  await own.api.twoFactor.enter({ code: phone.code() });
  const proved = { isCurrent: false, awaitsCode: false, device: "Firefox on Linux", ip: "127.0.0.1" };
  expect(await listed()).toMatchObject([{ isCurrent: true }, proved]);
});

test("knows a session's last use to ten minutes", async () => {
  const owner = await newOwner(app);
  const lastUsed = async () => (await owner.api.account.sessions()).items[0]?.lastUsedAt ?? "";
  const before = await databaseTime(app);
  await app.asOwner(
    "update sessions set updated_at = now() - interval '3 days', expires_at = expires_at - interval '11 minutes' where user_id = $1",
    [owner.userId],
  );
  await until(async () => (await lastUsed()) >= before);
});

test("signs out an ended session at once, with its live connection", async () => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  const screen = await openScreen(app, phone);
  const id = await otherSessionOf(owner);
  const { items } = await owner.api.account.endSession({ id });
  expect(items).toMatchObject([{ isCurrent: true }]);
  await until(async () => !screen.isConnected());
  await until(async () => (await phone.send("/api/me")).status === 401);
  expect((await owner.send("/api/me")).status).toBe(200);
  await expect(owner.api.account.endSession({ id })).rejects.toMatchObject({ code: "session_not_found", status: 404 });
});

test("refuses to end the session in use", async () => {
  const owner = await newOwner(app);
  const own = (await owner.api.account.sessions()).items[0]?.id ?? "";
  await expect(owner.api.account.endSession({ id: own })).rejects.toMatchObject({ code: "session_is_current" });
  expect((await owner.send("/api/me")).status).toBe(200);
});

test("ends all other sessions and keeps this one; repeating it is harmless", async () => {
  const owner = await newOwner(app);
  const others = [await signIn(app, owner), await signIn(app, owner)];
  const colleague = await addColleague(app, owner, "agent");
  for (const _ of [1, 2]) expect((await owner.api.account.endOtherSessions()).items).toHaveLength(1);
  for (const other of others) await until(async () => (await other.send("/api/me")).status === 401);
  expect((await colleague.send("/api/me")).status).toBe(200);
});

test("hides and protects sessions from other people: colleagues, admins, other stores, whatever they send", async () => {
  const [owner, stranger] = [await newOwner(app), await newOwner(app)];
  const agent = await addColleague(app, owner, "agent");
  await signIn(app, agent);
  await signIn(app, owner);
  const [agents, owners] = [await otherSessionOf(agent), await otherSessionOf(owner)];
  const attempts: [Person, string][] = [
    [owner, agents],
    [stranger, agents],
    [agent, owners],
    [stranger, owners],
  ];
  for (const [person, id] of attempts) {
    await expect(person.api.account.endSession({ id })).rejects.toMatchObject({ code: "session_not_found" });
    const response = await person.send(`/api/account/sessions/${id}/end`, {
      json: { id, userId: agent.userId, token: id, session_token: id },
    });
    expect(response.status).toBe(404);
  }
  await stranger.api.account.endOtherSessions();
  expect((await agent.api.account.sessions()).items).toHaveLength(2);
  expect((await owner.api.account.sessions()).items).toHaveLength(2);
  const seen = JSON.stringify((await stranger.api.account.sessions()).items);
  for (const id of [agents, owners]) expect(seen).not.toContain(id);
});

test("gives the application's role access to sessions and passwords by a session's token only", async () => {
  const owner = await newOwner(app);
  const { db } = app.services;
  const tokens = await app.asOwner<{ token: string }>("select token from sessions where user_id = $1", [owner.userId]);
  const token = tokens[0]?.token ?? "";
  expect((await db.pool.query("select * from session_of($1)", [token])).rows).toHaveLength(1);
  const guesses = ["", "%", owner.userId, owner.email, "' or true --", `${token} `, token.slice(1)];
  for (const guess of guesses) {
    expect((await db.pool.query("select * from session_of($1)", [guess])).rows).toEqual([]);
  }
  for (const table of ["sessions", "accounts", "identities", "verifications", "rate_limits"])
    await expect(db.pool.query(`select * from ${table}`)).rejects.toThrow("permission denied");
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { addColleague, newAddress, password, signIn, signUp } from "../../testing/test-people.ts";
import { auth } from "./auth.domain.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

function post(path: string, json: unknown, browser = app.visit()): Promise<Response> {
  return browser.send(`/api/auth/${path}`, { json });
}

const cookieOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith("deskhand.session_token=")) ?? "";

test.each(["a\0@shop.example", "no address", ""])("refuses to sign up with %j", async (email) => {
  expect((await post("sign-up/email", { email, password, name: "" })).status).toBe(422);
});

test("refuses a wrong password and an unknown address alike", async () => {
  const { email } = await signUp(app);
  const wrong = await post("sign-in/email", { email, password: "not my password" });
  const unknown = await post("sign-in/email", { email: newAddress(), password });
  expect([wrong.status, await wrong.json()]).toEqual([unknown.status, await unknown.json()]);
  expect(wrong.status).toBe(401);
});

test.each([
  [
    "1234567",
    "Use at least 8 characters. It is one of the most used passwords. It is a sequence that is easy to guess.",
  ],
  ["x".repeat(129), "Use at most 128 characters."],
  ["password1", "It is one of the most used passwords."],
  ["Acme-Shop", "It is your e-mail address, your name or your store's name."],
])("refuses the weak password %s with its reasons, for known and unknown addresses alike", async (weak, reasons) => {
  const { email: known } = await signUp(app);
  for (const email of [newAddress(), known]) {
    const response = await post("sign-up/email", { email, password: weak, name: "" });
    const { code, message } = await jsonOf(response);
    expect([response.status, code, message]).toEqual([422, "WEAK_PASSWORD", `This password is too weak. ${reasons}`]);
  }
});

test.each([null, 12345678, undefined, ["password"]])("refuses what is not a password: %j", async (nothing) => {
  const response = await post("sign-up/email", { email: newAddress(), password: nothing, name: "" });
  expect(response.status).toBe(422);
  app.takeErrors();
});

test("refuses an inactive user, and ends their sessions at once", async () => {
  const owner = await signUp(app);
  const agent = await addColleague(app, owner, "agent");
  expect((await agent.api.account.me()).user.role).toBe("agent");
  // The clock stands still, so the five seconds of cached trust never end: only the database can report the change.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await agent.api.account.me();
  await app.asOwner("update users set is_active = false where id = $1", [agent.userId], owner.tenantId);
  await until(async () => (await agent.send("/api/me")).status === 401);
  await expect(agent.api.account.me()).rejects.toMatchObject({ code: "not_signed_in", status: 401 });
  expect((await agent.send("/dashboard")).headers.get("location")).toBe("/login");
  const response = await post("sign-in/email", agent);
  expect([response.status, cookieOf(response)]).toEqual([403, ""]);
});

test("keeps the cookie for 30 days with Remember me, and until the browser ends without it", async () => {
  const { email } = await signUp(app);
  const remembered = cookieOf(await post("sign-in/email", { email, password, rememberMe: true }));
  expect(remembered).toMatch(/Max-Age=2592000/);
  const forgotten = cookieOf(await post("sign-in/email", { email, password, rememberMe: false }));
  expect(forgotten).not.toMatch(/Max-Age|Expires/i);
  for (const cookie of [remembered, forgotten]) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
});

const hoursLeft = async ({ userId }: { userId: string }) => {
  const sql =
    "select round(extract(epoch from max(expires_at) - now()) / 3600)::int as hours from sessions where user_id = $1";
  return (await app.asOwner<{ hours: number }>(sql, [userId]))[0]?.hours;
};
const change = (set: string, { userId }: { userId: string }) =>
  app.asOwner(`update sessions set ${set} where user_id = $1`, [userId]);

test("extends a session in use and its cookie by 30 days, up to 90 days", async () => {
  const owner = await signUp(app);
  const { send } = await signIn(app, { ...owner, rememberMe: true });
  expect(await hoursLeft(owner)).toBe(30 * 24);
  expect(cookieOf(await send("/api/me"))).toBe("");
  await change("expires_at = now() + interval '10 days'", owner);
  let renewed = "";
  await until(async () => {
    renewed = cookieOf(await send("/api/tickets")) || renewed;
    return (await hoursLeft(owner)) === 30 * 24;
  });
  expect(renewed).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await send("/api/me")).status).toBe(200);
  await change("ends_at = now() + interval '5 days', expires_at = now() + interval '4 days'", owner);
  await until(async () => (await send("/api/me")).status === 200 && (await hoursLeft(owner)) === 5 * 24);
  await change("expires_at = now() - interval '1 second'", owner);
  await until(async () => (await send("/api/me")).status === 401);
});

test("ends a session without Remember me after 12 hours, whatever its use, and its cookie with the browser", async () => {
  const owner = await signUp(app);
  await app.asOwner("delete from sessions where user_id = $1", [owner.userId]);
  const { send } = await signIn(app, { ...owner, rememberMe: false });
  expect(await hoursLeft(owner)).toBe(12);
  await change("ends_at = now() + interval '3 hours', expires_at = now() + interval '1 hour'", owner);
  let renewed = "";
  await until(async () => {
    renewed = cookieOf(await send("/api/tickets")) || renewed;
    return (await hoursLeft(owner)) === 3;
  });
  expect(renewed).toBe("");
});

test("does not write a session of full length at every request, but keeps its last use", async () => {
  const owner = await signUp(app);
  const { send } = await signIn(app, { ...owner, rememberMe: false });
  const usedAt = async () =>
    JSON.stringify(await app.asOwner("select max(updated_at) as at from sessions where user_id = $1", [owner.userId]));
  const before = await usedAt();
  for (let count = 0; count < 5; count += 1) await send("/api/me");
  expect(await usedAt()).toBe(before);
  await change("updated_at = now() - interval '11 minutes', expires_at = expires_at", owner);
  await until(async () => (await send("/api/me")).status === 200 && (await usedAt()) > before);
});

test("ends all of one's own sessions on signing out", async () => {
  const owner = await signUp(app);
  const [desk, phone, colleague] = [
    await signIn(app, owner),
    await signIn(app, owner),
    await addColleague(app, owner, "agent"),
  ];
  const response = await post("sign-out", {}, desk);
  expect(response.status).toBe(200);
  expect(desk.cookieHeader()).not.toContain("session_token");
  await expect(phone.api.account.me()).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(owner.api.account.me()).rejects.toMatchObject({ code: "not_signed_in" });
  expect((await colleague.api.account.me()).user.id).toBe(colleague.userId);
  // The cookie of an ended session is removed too.
  expect((await post("sign-out", {}, phone)).status).toBe(200);
  expect(phone.cookieHeader()).not.toContain("session_token");
});

test("ends only this session when signing out here", async () => {
  const owner = await signUp(app);
  const [desk, phone] = [await signIn(app, owner), await signIn(app, owner)];
  const cookie = desk.cookieHeader();
  expect((await post("sign-out", { isHereOnly: true }, desk)).status).toBe(200);
  expect(desk.cookieHeader()).not.toContain("session_token");
  expect((await app.visit().send("/api/me", { headers: { cookie } })).status).toBe(401);
  expect((await phone.api.account.me()).user.id).toBe(owner.userId);
});

test("rejects a cookie with another token or without our signature", async () => {
  const owner = await signUp(app);
  const [name, value = ""] = owner.cookieHeader().split(";")[0]?.split(/=(.*)/) ?? [];
  const [token, signature] = decodeURIComponent(value).split(/\.(.*)/);
  for (const forged of [`${token}`, `${token}.AAAA`, `x${token}.${signature}`, `.${signature}`, "%E0%A4%A"]) {
    const response = await app.visit().send("/api/me", { headers: { cookie: `${name}=${forged}` } });
    expect(response.status, forged).toBe(401);
  }
});

test("refuses a sign-in requested by another site's page", async () => {
  const { email } = await signUp(app);
  const browser = app.visit();
  const headers = { "content-type": "application/json", origin: "https://evil.example", cookie: "any=1" };
  const body = JSON.stringify({ email, password });
  const response = await browser.send("/api/auth/sign-in/email", { method: "POST", headers, body });
  expect([response.status, (await jsonOf(response)).code]).toEqual([403, "origin_not_allowed"]);
});

test("hides the library's other endpoints", async () => {
  const owner = await signUp(app);
  const others = ["update-user", "change-password", "change-email", "revoke-sessions", "delete-user", "link-social"];
  for (const path of [
    ...others,
    "send-verification-email",
    "request-password-reset",
    "reset-password",
    "forget-password",
    "/sign-out",
    "sign-out/",
  ]) {
    const response = await post(path, { name: "Mallory", newPassword: password, currentPassword: password }, owner);
    expect([path, response.status, (await jsonOf(response)).code]).toEqual([path, 404, "not_found"]);
  }
  for (const path of [
    "get-session",
    "list-sessions",
    "list-accounts",
    "ok",
    "error",
    "token",
    "verify-email?token=x",
  ]) {
    const response = await owner.send(`/api/auth/${path}`);
    expect([path, response.status, (await jsonOf(response)).code]).toEqual([path, 404, "not_found"]);
  }
  expect((await owner.api.account.me()).user.name).toBe(owner.name);
});

test("deletes expired sessions and confirmations by schedule", async () => {
  const owner = await signUp(app);
  await signIn(app, owner);
  await app.asOwner(
    `update sessions set expires_at = now() - interval '1 second'
     where id = (select id from sessions where user_id = $1 order by created_at limit 1)`,
    [owner.userId],
  );
  const ends = [randomUUID(), randomUUID()];
  await app.asOwner(
    `insert into verifications (id, identifier, value, expires_at)
     values ($1, 'a', 'x', now() - interval '1 second'), ($2, 'b', 'x', now() + interval '1 hour')`,
    ends,
  );
  for (const { work } of auth.schedules ?? []) await work(app.services);
  expect(
    await app.asOwner("select expires_at > now() as alive from sessions where user_id = $1", [owner.userId]),
  ).toEqual([{ alive: true }]);
  expect(await app.asOwner("select identifier from verifications where id = any ($1)", [ends])).toEqual([
    { identifier: "b" },
  ]);
});

test("ends the session that a new sign-in replaces in the browser", async () => {
  const [owner, other] = [await signUp(app), await signUp(app)];
  const before = app.visit();
  await post("sign-in/email", { email: owner.email, password }, before);
  const cookie = before.cookieHeader();
  const asBefore = () => app.visit().send("/api/me", { headers: { cookie } });
  expect((await asBefore()).status).toBe(200);
  // A wrong password ends nothing.
  await post("sign-in/email", { email: other.email, password: "not my password" }, before);
  expect((await asBefore()).status).toBe(200);
  expect((await post("sign-in/email", { email: other.email, password }, before)).status).toBe(200);
  expect((await before.api.account.me()).user.id).toBe(other.userId);
  await until(async () => (await asBefore()).status === 401);
  // Other people's sessions continue, in whatever browser.
  for (const person of [owner, other]) expect((await person.api.account.me()).user.id).toBe(person.userId);
});

test("returns the session's token in its cookie only", async () => {
  const { email } = await signUp(app);
  const response = await post("sign-in/email", { email, password });
  const token = decodeURIComponent(cookieOf(response).split(/[=;]/)[1] ?? "").split(".")[0] ?? "";
  expect(token.length).toBeGreaterThan(20);
  const text = await response.text();
  expect(text).not.toContain(token);
  expect(JSON.parse(text)).toMatchObject({ user: { email } });
});

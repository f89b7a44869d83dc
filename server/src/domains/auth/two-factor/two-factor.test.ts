import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticatorApp } from "../../../../../stand-ins/authenticator-app.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, turnOnTwoFactor } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** Signs in with the password, in this browser or a new one. */
async function enterPassword({ email, password }: Person, browser = app.visit()) {
  const response = await browser.send("/api/auth/sign-in/email", { json: { email, password } });
  expect(response.status).toBe(200);
  return browser;
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "ok",
    (error: { code: string }) => error.code,
  );
const auditOf = async ({ userId, tenantId }: Person) =>
  (
    await app.asOwner<{ action: string }>(
      "select action from audit_log where actor_id = $1 and action not like 'account.sign%' order by created_at, id",
      [userId],
      tenantId,
    )
  ).map(({ action }) => action);
const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject);

test("lets the password in only with a code once an app is set up", async () => {
  const owner = await newOwner(app);
  expect(await owner.api.twoFactor.look()).toEqual({
    isOn: false,
    recoveryCodesLeft: 0,
    isRequired: false,
    hasPassword: true,
  });
  const { phone } = await turnOnTwoFactor(app, owner);
  expect(await owner.api.twoFactor.look()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });

  const laptop = await enterPassword(owner);
  expect(await laptop.api.twoFactor.step()).toEqual({ step: "code", email: owner.email });
  expect(await codeOf(laptop.api.account.me())).toBe("not_signed_in");
  expect((await laptop.send("/dashboard")).headers.get("location")).toBe("/login");
  expect((await laptop.send("/login")).headers.get("location")).not.toBe("/dashboard");
  const half = laptop.cookieHeader();
  expect(await laptop.api.twoFactor.enter({ code: phone.code() })).toEqual({ step: null });
  expect((await laptop.api.account.me()).user.id).toBe(owner.userId);
  // The first step's cookie is worth nothing in another browser.
  expect((await app.visit().send("/api/me", { headers: { cookie: half } })).status).toBe(401);
  expect(await auditOf(owner)).toEqual(["account.two-factor-on"]);
  await until(async () => (await subjectsTo(owner.email)).includes("Two-factor sign-in was turned on"));
});

test("lets a person at the first step enter a code and sign out only", async () => {
  const owner = await newOwner(app);
  await turnOnTwoFactor(app, owner);
  const laptop = await enterPassword(owner);
  const { password } = owner;
  const attempts = [
    () => laptop.api.twoFactor.begin({ password }),
    () => laptop.api.twoFactor.confirm({ code: "123456" }),
    () => laptop.api.twoFactor.end({ password }),
    () => laptop.api.twoFactor.renewRecoveryCodes({ password }),
    () => laptop.api.twoFactor.look(),
    () => laptop.api.account.sessions(),
    () => laptop.api.account.changePassword({ current: password, new: "another horse battery" }),
    () => laptop.api.tickets.list({}),
  ];
  for (const attempt of attempts)
    expect([`${attempt}`, await codeOf(attempt())]).toEqual([`${attempt}`, "not_signed_in"]);
  expect((await laptop.send("/api/account/avatar", { method: "DELETE" })).status).toBe(401);
  expect((await laptop.send("/api/auth/sign-out", { json: {} })).status).toBe(200);
  expect(await codeOf(laptop.api.twoFactor.step())).toBe("not_signed_in");
});

test("accepts a code once: not again, not in two browsers at once, and none before it", async () => {
  const owner = await newOwner(app);
  const { phone } = await turnOnTwoFactor(app, owner);
  const browsers = await Promise.all([1, 2, 3].map(() => enterPassword(owner)));
  const code = phone.code();
  const outcomes = await Promise.all(browsers.map(({ api }) => codeOf(api.twoFactor.enter({ code }))));
  expect(outcomes.sort()).toEqual(["input_invalid", "input_invalid", "ok"]);
  const next = await enterPassword(owner);
  expect(await codeOf(next.api.twoFactor.enter({ code }))).toBe("input_invalid");
  expect(await codeOf(next.api.twoFactor.enter({ code: phone.code(-1) }))).toBe("input_invalid");
  expect(await codeOf(next.api.twoFactor.enter({ code: phone.code(1) }))).toBe("ok");
});

test("accepts a recovery code once, however typed, mails it, and stores hashes only", async () => {
  const owner = await newOwner(app);
  const { recoveryCodes } = await turnOnTwoFactor(app, owner);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = "", second = ""] = recoveryCodes;
  const enter = async (code: string) => codeOf((await enterPassword(owner)).api.twoFactor.enter({ code }));
  expect(await enter(first)).toBe("ok");
  expect(await enter(first)).toBe("input_invalid");
  expect(await enter(` ${second.toUpperCase().replaceAll("-", " ")} `)).toBe("ok");
  expect(await owner.api.twoFactor.look()).toMatchObject({ recoveryCodesLeft: 8 });
  await until(
    async () => (await subjectsTo(owner.email)).filter((one) => one === "A recovery code was used").length === 2,
  );
  const stored = await app.asOwner("select * from second_factors where user_id = $1", [owner.userId], owner.tenantId);
  for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code.replaceAll("-", ""));
});

test("requires the password for new recovery codes, which replace the old", async () => {
  const owner = await newOwner(app);
  const { recoveryCodes: before } = await turnOnTwoFactor(app, owner);
  await expect(owner.api.twoFactor.renewRecoveryCodes({ password: "not mine" })).rejects.toMatchObject({
    data: { fields: { password: ["This is not your password"] } },
  });
  const { recoveryCodes: after } = await owner.api.twoFactor.renewRecoveryCodes({ password: owner.password });
  const enter = async (code = "") => codeOf((await enterPassword(owner)).api.twoFactor.enter({ code }));
  expect([await enter(before[0]), await enter(after[0])]).toEqual(["input_invalid", "ok"]);
});

test("tries no code for a quarter of an hour after five wrong ones, from anywhere, and warns the owner", async () => {
  const owner = await newOwner(app);
  const { phone } = await turnOnTwoFactor(app, owner);
  const browsers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => enterPassword(owner)));
  const outcomes = await Promise.all(browsers.map(({ api }) => codeOf(api.twoFactor.enter({ code: "000000" }))));
  expect(outcomes.filter((outcome) => outcome === "input_invalid")).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === "too_many_codes")).toHaveLength(3);
  const [laptop] = browsers;
  expect(laptop && (await codeOf(laptop.api.twoFactor.enter({ code: phone.code() })))).toBe("too_many_codes");
  await until(async () => (await subjectsTo(owner.email)).includes("Wrong codes at your sign-in"));
  const later = "update second_factors set last_wrong_at = last_wrong_at - interval '16 minutes' where user_id = $1";
  await app.asOwner(later, [owner.userId], owner.tenantId);
  expect(laptop && (await codeOf(laptop.api.twoFactor.enter({ code: phone.code() })))).toBe("ok");
});

test("asks a trusted browser for no code, but another browser or person", async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const { phone } = await turnOnTwoFactor(app, owner);
  await turnOnTwoFactor(app, other);
  const laptop = await enterPassword(owner);
  await laptop.api.twoFactor.enter({ code: phone.code(), trustsBrowser: true });
  expect((await laptop.send("/api/auth/sign-out", { json: {} })).status).toBe(200);
  await enterPassword(owner, laptop);
  expect((await laptop.api.account.me()).user.id).toBe(owner.userId);
  expect(await codeOf((await enterPassword(owner)).api.account.me())).toBe("not_signed_in");
  const shared = app.visit();
  // Without its session, which a sign-in over it would end.
  const cookie = laptop
    .cookieHeader()
    .split("; ")
    .filter((cookie) => !cookie.includes("session_token"))
    .join("; ");
  const response = await shared.send("/api/auth/sign-in/email", {
    json: other,
    headers: { cookie, "content-type": "application/json" },
  });
  expect(response.status).toBe(200);
  expect(await codeOf(shared.api.account.me())).toBe("not_signed_in");
  // Signing out everywhere else withdraws the trust.
  await laptop.api.account.endOtherSessions();
  await laptop.send("/api/auth/sign-out", { json: {} });
  await enterPassword(owner, laptop);
  expect(await codeOf(laptop.api.account.me())).toBe("not_signed_in");
});

test("rejects another browser's key and an invented one", async () => {
  const owner = await newOwner(app);
  await turnOnTwoFactor(app, owner);
  const headers = { cookie: "deskhand.trusted_device=made.up", "content-type": "application/json" };
  const response = await app.visit().send("/api/auth/sign-in/email", { json: owner, headers });
  const cookie = response.headers.getSetCookie().find((cookie) => cookie.startsWith("deskhand.session_token=")) ?? "";
  expect((await app.visit().send("/api/me", { headers: { cookie: cookie.split(";")[0] ?? "" } })).status).toBe(401);
});

test("requires the password for setup, ends all other sessions, and counts once a code confirms it", async () => {
  const owner = await newOwner(app);
  const elsewhere = await enterPassword(owner);
  expect(await codeOf(owner.api.twoFactor.begin({ password: "not mine" }))).toBe("input_invalid");
  expect(await codeOf(owner.api.twoFactor.confirm({ code: "123456" }))).toBe("two_factor_not_begun");
  const { key, address } = await owner.api.twoFactor.begin({ password: owner.password });
  expect(new URL(address).searchParams.get("secret")).toBe(key);
  expect((await (await enterPassword(owner)).send("/api/me")).status).toBe(200);
  expect(await codeOf(owner.api.twoFactor.confirm({ code: "000000" }))).toBe("input_invalid");
  await owner.api.twoFactor.confirm({ code: authenticatorApp(key).code() });
  expect((await owner.send("/api/me")).status).toBe(200);
  await until(async () => (await elsewhere.send("/api/me")).status === 401);
  // The key is not shown again, and is not stored as it is.
  const kept = await app.asOwner("select * from second_factors where user_id = $1", [owner.userId], owner.tenantId);
  expect(JSON.stringify(kept)).not.toContain(key);
});

test("replaces the app once a code of the new one confirms it", async () => {
  const owner = await newOwner(app);
  const { phone: before } = await turnOnTwoFactor(app, owner);
  const { key } = await owner.api.twoFactor.begin({ password: owner.password });
  const laptop = await enterPassword(owner);
  expect(await codeOf(laptop.api.twoFactor.enter({ code: before.code() }))).toBe("ok");
  await owner.api.twoFactor.confirm({ code: authenticatorApp(key).code() });
  const next = await enterPassword(owner);
  expect(await codeOf(next.api.twoFactor.enter({ code: before.code(1) }))).toBe("input_invalid");
  expect(await codeOf(next.api.twoFactor.enter({ code: authenticatorApp(key).code(1) }))).toBe("ok");
});

test("requires the password to turn it off, after which the password suffices again", async () => {
  const owner = await newOwner(app);
  await turnOnTwoFactor(app, owner);
  expect(await codeOf(owner.api.twoFactor.end({ password: "" }))).toBe("input_invalid");
  expect(await owner.api.twoFactor.end({ password: owner.password })).toMatchObject({ isOn: false });
  expect((await (await enterPassword(owner)).send("/api/me")).status).toBe(200);
  expect(await codeOf(owner.api.twoFactor.end({ password: owner.password }))).toBe("two_factor_off");
  expect(await auditOf(owner)).toEqual([
    ...["account.two-factor-on", "account.password-refused", "account.two-factor-off"],
  ]);
});

test("ends a first step after a quarter of an hour", async () => {
  const owner = await newOwner(app);
  const { phone } = await turnOnTwoFactor(app, owner);
  const laptop = await enterPassword(owner);
  const old = "update sessions set created_at = now() - interval '16 minutes' where user_id = $1 and proof is null";
  await app.asOwner(old, [owner.userId]);
  expect(await codeOf(laptop.api.twoFactor.enter({ code: phone.code() }))).toBe("not_signed_in");
});

test("makes everybody set up two factors first as soon as the store requires them", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const stranger = await newOwner(app);
  expect(await codeOf(agent.api.twoFactor.require({ isRequired: true }))).toBe("not_allowed");
  expect(await codeOf(owner.api.twoFactor.require({ isRequired: true }))).toBe("two_factor_first");
  await turnOnTwoFactor(app, owner);
  expect(await owner.api.twoFactor.require({ isRequired: true })).toEqual({ isRequired: true });

  await until(async () => (await codeOf(agent.api.account.me())) === "two_factor_required");
  expect(await codeOf(agent.api.tickets.list({}))).toBe("two_factor_required");
  expect((await agent.send("/dashboard")).headers.get("location")).toBe("/login");
  expect((await agent.send("/api/account/avatar", { method: "DELETE" })).status).toBe(401);
  expect((await stranger.send("/api/me")).status).toBe(200);
  expect(await agent.api.twoFactor.step()).toEqual({ step: "set-up", email: agent.email });

  await turnOnTwoFactor(app, agent);
  expect((await agent.api.account.me()).user.id).toBe(agent.userId);
  expect(await codeOf(agent.api.twoFactor.end({ password: agent.password }))).toBe("two_factor_kept");
  expect(await owner.api.twoFactor.require({ isRequired: false })).toEqual({ isRequired: false });
  expect(await agent.api.twoFactor.end({ password: agent.password })).toMatchObject({ isOn: false });
  expect(await auditOf(owner)).toEqual([
    ...["account.two-factor-on", "team.two-factor-required", "team.two-factor-optional"],
  ]);
});

test("lets a person without a password turn it off by a code", async () => {
  const owner = await newOwner(app);
  const { phone } = await turnOnTwoFactor(app, owner);
  await app.asOwner("update accounts set provider_id = 'google', password = null where user_id = $1", [owner.userId]);
  expect(await codeOf(owner.api.twoFactor.end({ password: owner.password }))).toBe("input_invalid");
  expect(await owner.api.twoFactor.end({ code: phone.code() })).toMatchObject({ isOn: false });
});

test("requires its own code from a person without a password to replace the app or add a passkey", async () => {
  const owner = await newOwner(app);
  const { phone, recoveryCodes } = await turnOnTwoFactor(app, owner);
  await app.asOwner("delete from accounts where user_id = $1 and provider_id = 'credential'", [owner.userId]);
  const [used = ""] = recoveryCodes;
  for (const begin of [owner.api.twoFactor.begin, owner.api.passkeys.begin]) {
    for (const proof of [{ password: owner.password }, { code: "000000" }]) {
      await expect(begin(proof)).rejects.toMatchObject({
        code: "input_invalid",
        data: { fields: { code: ["This code is not right, or was used before"] } },
      });
    }
  }
  expect(await codeOf(owner.api.passkeys.begin({}))).toBe("input_invalid");
  // Five are tried in a quarter of an hour, and then not even the right one.
  expect(await codeOf(owner.api.passkeys.begin({ code: phone.code() }))).toBe("too_many_codes");
  expect(await codeOf(owner.api.twoFactor.confirm({ code: phone.code() }))).toBe("two_factor_not_begun");
  await app.asOwner("update second_factors set wrong_codes = 0", [], owner.tenantId);
  const once = phone.code();
  const { key } = await owner.api.twoFactor.begin({ code: once });
  expect(await codeOf(owner.api.passkeys.begin({ code: once }))).toBe("input_invalid");
  expect(await codeOf(owner.api.passkeys.begin({ code: used }))).toBe("ok");
  expect((await owner.api.twoFactor.confirm({ code: authenticatorApp(key).code() })).recoveryCodes).toHaveLength(10);
});

test("lets a person with neither password nor second factor set one up and add a passkey", async () => {
  const owner = await newOwner(app);
  await app.asOwner("delete from accounts where user_id = $1 and provider_id = 'credential'", [owner.userId]);
  expect(await codeOf(owner.api.passkeys.begin({}))).toBe("ok");
  await turnOnTwoFactor(app, owner);
  expect(await codeOf(owner.api.passkeys.begin({}))).toBe("input_invalid");
});

test.each([{}, { code: "" }, { code: 123456 }, { code: "x".repeat(41) }, { code: "1", trustsBrowser: "yes" }])(
  "refuses %j by its fields",
  async (json) => {
    const owner = await newOwner(app);
    const response = await owner.send("/api/sign-in/code", { json });
    expect([response.status, (await jsonOf(response)).code]).toEqual([422, "input_invalid"]);
  },
);

import { afterAll, beforeAll, expect, test } from "vitest";
import { passkeyDevice } from "../../../../../stand-ins/passkey-device.ts";
import { type Browser, jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, turnOnTwoFactor } from "../../../testing/test-people.ts";

const origin = "http://desk.test";
const rpId = "desk.test";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "ok",
    (error: { code: string }) => error.code,
  );

/** Adds a passkey to an account, as Settings do; returns the device that has it. */
async function addPasskey({ api, password }: Person, name = "My laptop") {
  const device = passkeyDevice(rpId);
  const { options } = await api.passkeys.begin({ password });
  const { items } = await api.passkeys.add({ name, response: device.create(options, { origin }) });
  return { device, items };
}

const ask = async (browser: Browser) => jsonOf(await browser.send("/api/auth/passkey/generate-authenticate-options"));
const offer = (browser: Browser, response: object) =>
  browser.send("/api/auth/passkey/verify-authentication", { json: { response } });

test("signs in with a passkey in place of password and code", async () => {
  const owner = await newOwner(app);
  const { device, items } = await addPasskey(owner);
  expect(items).toEqual([{ id: expect.any(String), name: "My laptop", createdAt: expect.any(String) }]);
  await turnOnTwoFactor(app, owner);
  const browser = app.visit();
  const response = await offer(browser, device.get(await ask(browser), { origin }));
  expect(response.status).toBe(200);
  expect((await browser.api.account.me()).user.id).toBe(owner.userId);
  // The token in the cookie appears nowhere else.
  const token = decodeURIComponent(browser.cookieHeader().split("session_token=")[1] ?? "").split(".")[0] ?? "";
  expect(token.length).toBeGreaterThan(20);
  expect(await response.text()).not.toContain(token);
  const [entry] = (await browser.api.audit.list({ kind: "account" })).items;
  expect(entry).toMatchObject({ action: "account.signed-in", details: { by: "passkey" } });
  await until(async () =>
    (await mailsTo(app, owner.email)).some(({ subject }) => subject === "A passkey was added to your account"),
  );
});

test("counts a passkey as two factors in a store that requires them", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const { device } = await addPasskey(agent);
  await turnOnTwoFactor(app, owner);
  await owner.api.twoFactor.require({ isRequired: true });
  const browser = app.visit();
  await offer(browser, device.get(await ask(browser), { origin }));
  expect((await browser.api.account.me()).user.id).toBe(agent.userId);
});

test("accepts a passkey's signature once, at the browser that asked, for this address, with its holder verified", async () => {
  const owner = await newOwner(app);
  const { device } = await addPasskey(owner);
  const [browser, other] = [app.visit(), app.visit()];
  const signed = device.get(await ask(browser), { origin });
  await ask(other);
  expect((await offer(other, signed)).status).toBe(400);
  expect((await offer(app.visit(), signed)).status).toBe(400);
  expect((await offer(browser, signed)).status).toBe(200);
  expect((await offer(browser, signed)).status).toBe(400);
  const attempts = [
    { origin: "https://desk.test.evil.example" },
    { origin, challenge: "bWFkZSB1cA" },
    { origin, isVerified: false },
  ];
  for (const doing of attempts) {
    const stranger = app.visit();
    const status = (await offer(stranger, device.get(await ask(stranger), doing))).status;
    expect([doing, status]).toEqual([doing, expect.toSatisfy((code: number) => code === 400 || code === 403)]);
    expect((await stranger.send("/api/me")).status).toBe(401);
  }
  const unknown = app.visit();
  const foreign = await offer(unknown, passkeyDevice(rpId).get(await ask(unknown), { origin }));
  expect([foreign.status, (await jsonOf(foreign)).code]).toEqual([401, "PASSKEY_NOT_FOUND"]);
  app.takeErrors();
});

test("refuses an inactive person's passkey", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const { device } = await addPasskey(agent);
  await app.asOwner("update users set is_active = false where id = $1", [agent.userId], owner.tenantId);
  const browser = app.visit();
  expect((await offer(browser, device.get(await ask(browser), { origin }))).status).toBe(403);
  expect((await browser.send("/api/me")).status).toBe(401);
});

test("requires the password to add one, and refuses one made for another address, person or challenge", async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  expect(await codeOf(owner.api.passkeys.begin({ password: "not mine" }))).toBe("input_invalid");
  const device = passkeyDevice(rpId);
  const add = (response: Record<string, unknown>) => codeOf(owner.api.passkeys.add({ name: "X", response }));
  expect(await add(device.create({ challenge: "bWFkZSB1cA" }, { origin }))).toBe("passkey_refused");
  const { options: theirs } = await other.api.passkeys.begin({ password: other.password });
  await owner.api.passkeys.begin({ password: owner.password });
  expect(await add(device.create(theirs, { origin }))).toBe("passkey_refused");
  for (const doing of [{ origin: "https://evil.example" }, { origin, isVerified: false }]) {
    const { options } = await owner.api.passkeys.begin({ password: owner.password });
    expect(await add(device.create(options, doing))).toBe("passkey_refused");
  }
  expect(await add({})).toBe("passkey_refused");
  expect(await owner.api.passkeys.list()).toEqual({ items: [] });
  app.takeErrors();
});

test("lets only its owner rename and remove a passkey, which then opens nothing", async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const { device, items } = await addPasskey(owner);
  const { id = "" } = items[0] ?? {};
  const { password } = other;
  expect(await codeOf(other.api.passkeys.rename({ id, name: "Mine", password }))).toBe("passkey_not_found");
  expect(await codeOf(other.api.passkeys.remove({ id, password }))).toBe("passkey_not_found");
  const proof = { password: owner.password };
  const renamed = await owner.api.passkeys.rename({ id, name: "  Old\u0000 laptop ", ...proof });
  expect(renamed.items[0]?.name).toBe("Old laptop");
  expect(await owner.api.passkeys.remove({ id, ...proof })).toEqual({ items: [] });
  const browser = app.visit();
  expect((await offer(browser, device.get(await ask(browser), { origin }))).status).toBe(401);
  expect(
    await app.asOwner(
      "select action from audit_log where actor_id = $1 and action not like 'account.sign%' order by created_at",
      [owner.userId],
      owner.tenantId,
    ),
  ).toEqual([{ action: "account.passkey-added" }, { action: "account.passkey-removed" }]);
});

test("requires the password to rename or remove one, or a code from a person without a password", async () => {
  const owner = await newOwner(app);
  const { items } = await addPasskey(owner);
  const { id = "" } = items[0] ?? {};
  const refused = (field: string, words: string) => ({ code: "input_invalid", data: { fields: { [field]: [words] } } });
  for (const proof of [{}, { password: "not the password" }]) {
    const notMine = refused("password", "This is not your password");
    await expect(owner.api.passkeys.rename({ id, name: "Mine", ...proof })).rejects.toMatchObject(notMine);
    await expect(owner.api.passkeys.remove({ id, ...proof })).rejects.toMatchObject(notMine);
  }
  expect(await owner.api.passkeys.list()).toEqual({ items });

  const { phone } = await turnOnTwoFactor(app, owner);
  await app.asOwner("delete from accounts where user_id = $1 and provider_id = 'credential'", [owner.userId]);
  const wrong = refused("code", "This code is not right, or was used before");
  await expect(owner.api.passkeys.remove({ id, password: owner.password })).rejects.toMatchObject(wrong);
  expect(await owner.api.passkeys.remove({ id, code: phone.code() })).toEqual({ items: [] });
});

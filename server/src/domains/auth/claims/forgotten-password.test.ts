import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { accountMailsSettled, mailsTo, until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, password, signIn, tokenIn } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const another = "another horse battery";

function post(path: string, json: unknown): Promise<Response> {
  return app.visit().send(`/api/auth/${path}`, { json });
}

/** Asks for another password; returns the token of the mailed link. */
async function forget(email: string): Promise<string> {
  const isReset = ({ subject }: { subject: string }) => subject === "Choose a new Deskhand password";
  const before = (await mailsTo(app, email.toLowerCase())).filter(isReset).length;
  await app.asOwner("update account_mail_times set latest_at = latest_at - interval '11 minutes'");
  expect(await jsonOf(await post("forgot-password", { email }))).toEqual({ status: true });
  const [mail] = await until(async () => {
    const mails = (await mailsTo(app, email.toLowerCase())).filter(isReset);
    return mails.length > before && mails;
  });
  return tokenIn(mail ?? { text: "" });
}

async function refusalOf(response: Response) {
  return [response.status, (await jsonOf(response)).code];
}

const signInWith = async (email: string, password: string) => (await post("sign-in/email", { email, password })).status;

test("lets the link choose another password, which ends every session, is mailed and audited", async () => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  const colleague = await addColleague(app, owner, "agent");
  const token = await forget(owner.email.toUpperCase());
  expect((await owner.send("/api/me")).status).toBe(200);
  const look = await post("links/look", { purpose: "reset", token });
  expect(await jsonOf(look)).toEqual({ email: owner.email, storeName: "Acme Shop" });
  const response = await post("links/reset-password", { token, password: another });
  // No session: the browser is only marked as the owner's.
  expect([response.status, response.headers.getSetCookie()]).toEqual([
    200,
    [expect.stringMatching(/^deskhand\.device_/)],
  ]);
  await until(async () => (await owner.send("/api/me")).status === 401);
  await until(async () => (await phone.send("/api/me")).status === 401);
  expect((await colleague.send("/api/me")).status).toBe(200);
  expect([await signInWith(owner.email, password), await signInWith(owner.email, another)]).toEqual([401, 200]);
  const changed = async () => (await mailsTo(app, owner.email)).filter(({ subject }) => /was changed/.test(subject));
  await until(async () => (await changed()).length === 1);
  expect((await changed())[0]?.text).toMatch(
    / on \w+ \d+, \d{4} at .* \(UTC\) with .*, from the address 127\.0\.0\.1\./,
  );
  const sql = "select action, ip from audit_log where actor_id = $1 and action like 'account.password%'";
  expect(await app.asOwner(sql, [owner.userId], owner.tenantId)).toEqual([
    { action: "account.password-reset", ip: "127.0.0.1" },
  ]);
});

test("uses a link once, even at once, and ends the person's other links", async () => {
  const { email } = await newOwner(app);
  const [first, second] = [await forget(email), await forget(email)];
  const passwords = ["a battery of horses", "a stable of batteries", "a staple of stables"];
  const uses = await Promise.all(
    passwords.map((password) => post("links/reset-password", { token: second, password })),
  );
  expect(uses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  for (const [token, code] of [
    [first, "link_outdated"],
    [second, "link_used"],
  ]) {
    expect(await refusalOf(await post("links/reset-password", { token, password: another }))).toEqual([410, code]);
    expect(await refusalOf(await post("links/look", { purpose: "reset", token }))).toEqual([410, code]);
  }
  expect(await signInWith(email, another)).toBe(401);
});

test("keeps the owner's browsers their links while strangers ask five times a day", async () => {
  const owner = await newOwner(app);
  const json = { email: owner.email };
  const resets = async () => {
    await accountMailsSettled(app);
    return (await mailsTo(app, owner.email)).filter(({ subject }) => /^Choose/.test(subject)).length;
  };
  const later = () => app.asOwner("update account_mail_times set latest_at = latest_at - interval '11 minutes'");
  const ask = async (cookie: string) => {
    const asked = await app.visit().send("/api/auth/forgot-password", { headers: { cookie }, json });
    expect([asked.status, await jsonOf(asked)]).toEqual([200, { status: true }]);
  };
  const own = owner.cookieHeader();
  const [name = "", mark = ""] = /[^ ;]+\.device_[0-9a-f]{16}=[^;]+/.exec(own)?.[0]?.split("=") ?? [];
  const forged = [`${name}=${mark.slice(0, -8)}AAAAAAA%3D`, `${name}=%E0%A4%A`, `${name}=x`, name];
  const strangers = ["", (await newOwner(app)).cookieHeader(), ...forged];
  for (let count = 0; count < 5; count += 1) await forget(owner.email);
  await ask(own);
  expect(await resets()).toBe(5);
  for (const [before, sent] of [
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [9, 10],
    [10, 10],
  ]) {
    await later();
    for (const cookie of strangers) await ask(cookie);
    expect(await resets()).toBe(before);
    for (let count = 0; count < 2; count += 1) await ask(own);
    expect(await resets()).toBe(sent);
  }
});

test("expires a link after an hour", async () => {
  const { email } = await newOwner(app);
  const token = await forget(email);
  await app.asOwner("update account_links set expires_at = expires_at - interval '1 hour' where email = $1", [email]);
  expect(await refusalOf(await post("links/reset-password", { token, password: another }))).toEqual([
    410,
    "link_expired",
  ]);
  expect(await signInWith(email, password)).toBe(200);
});

test("refuses a forged link, and another person's for another purpose", async () => {
  const { email } = await newOwner(app);
  const token = await forget(email);
  for (const invalid of ["x".repeat(43), "", `${token}x`, token.toUpperCase()]) {
    expect(await refusalOf(await post("links/reset-password", { token: invalid, password: another }))).toEqual([
      404,
      "link_not_valid",
    ]);
  }
  expect(await refusalOf(await post("links/confirm", { token, password }))).toEqual([404, "link_not_valid"]);
  expect(await refusalOf(await post("links/invitation", { token, password, name: "M" }))).toEqual([
    404,
    "link_not_valid",
  ]);
  expect(await signInWith(email, password)).toBe(200);
});

test("refuses a weak password with every reason, and keeps the link", async () => {
  const { email } = await newOwner(app);
  const token = await forget(email);
  const refused = await post("links/reset-password", { token, password: "1111" });
  expect([refused.status, await jsonOf(refused)]).toEqual([
    422,
    expect.objectContaining({
      code: "weak_password",
      data: { reasons: ["Use at least 8 characters", "It repeats the same characters"] },
    }),
  ]);
  expect((await post("links/reset-password", { token, password: another })).status).toBe(200);
});

test("refuses a person deactivated after the mail", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const token = await forget(agent.email);
  await app.asOwner("update users set is_active = false where id = $1", [agent.userId], owner.tenantId);
  expect(await refusalOf(await post("links/reset-password", { token, password: another }))).toEqual([
    404,
    "link_not_valid",
  ]);
});

test("refuses a link to an address that its owner has left", async () => {
  const { email, userId } = await newOwner(app);
  const token = await forget(email);
  await app.asOwner("update identities set email = 'moved.' || email where id = $1", [userId]);
  expect(await refusalOf(await post("links/reset-password", { token, password: another }))).toEqual([
    404,
    "link_not_valid",
  ]);
});

test("gives a password to a person who signed in with a provider only", async () => {
  const { email, userId } = await newOwner(app);
  await app.asOwner("update accounts set provider_id = 'google', password = null where user_id = $1", [userId]);
  const token = await forget(email);
  expect((await post("links/reset-password", { token, password: another })).status).toBe(200);
  expect(await signInWith(email, another)).toBe(200);
});

test.each([
  ["the password cannot be kept", "update of password on accounts"],
  ["the sessions cannot be ended", "delete on sessions"],
])("changes, records and mails nothing when %s, and keeps the link", async (_, change) => {
  const owner = await newOwner(app);
  const token = await forget(owner.email);
  await app.asOwner("create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$");
  await app.asOwner(`create trigger refuse before ${change} for each row execute function refuse()`);
  expect((await post("links/reset-password", { token, password: another })).status).toBe(500);
  await app.asOwner("drop function refuse cascade");
  expect(app.takeErrors()).not.toEqual([]);
  expect(await signInWith(owner.email, password)).toBe(200);
  expect((await owner.send("/api/me")).status).toBe(200);
  expect((await post("links/reset-password", { token, password: another })).status).toBe(200);
});

test.each([[{ email: "no address" }], [{ email: null }], [{}], [{ email: "a\0@b.example" }]])(
  "refuses %j as an address",
  async (json) => {
    expect((await post("forgot-password", json)).status).toBe(422);
    app.takeErrors();
  },
);

test("asks a trusted browser for the second factor again", async () => {
  const { email, userId } = await newOwner(app);
  await app.asOwner(
    `insert into verifications (id, identifier, value, expires_at)
     values (gen_random_uuid(), 'trusted:x', $1, now() + interval '1 day')`,
    [userId],
  );
  const token = await forget(email);
  expect((await post("links/reset-password", { token, password: another })).status).toBe(200);
  expect(await app.asOwner("select from verifications where value = $1", [userId])).toEqual([]);
});

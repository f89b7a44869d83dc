import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { urlForRole } from "../../../platform/db/roles.ts";
import { type Browser, jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { testSecret } from "../../../testing/test-databases.ts";
import { addColleague, newAddress, password, signUp, tokenIn } from "../../../testing/test-people.ts";
import { openSignIn } from "../open-sign-in.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

function post(path: string, json: unknown, browser: Browser = app.visit()): Promise<Response> {
  return browser.send(`/api/auth/${path}`, { json });
}

const ask = (email: string, secret = password) => post("sign-up/email", { email, password: secret, name: "" });
const confirm = (token: string, secret = password, browser = app.visit()) =>
  post("links/confirm", { token, password: secret }, browser);

async function refusalOf(response: Response) {
  return [response.status, (await jsonOf(response)).code];
}

/** Every link mailed to an address, first one first; another may be asked for at once. */
async function linksTo(email: string, count: number): Promise<string[]> {
  const mails = await until(async () => {
    const all = await mailsTo(app, email);
    return all.length >= count && all;
  });
  await app.asOwner("update account_mail_times set latest_at = latest_at - interval '11 minutes'");
  return mails.reverse().map(tokenIn);
}

async function storesOf(email: string): Promise<number> {
  return (await app.asOwner("select from identities where email = $1", [email])).length;
}

test("makes nothing at sign-up; the link with the password makes a store and signs its admin in", async () => {
  const email = newAddress("Olivia.Owner").toLowerCase();
  const browser = app.visit();
  const response = await post("sign-up/email", { email, password, name: "", callbackURL: "/dashboard" }, browser);
  expect([response.status, await jsonOf(response), browser.cookieHeader()]).toEqual([200, { status: true }, ""]);
  const token = tokenIn(await takeMail(app, email));
  expect(await storesOf(email)).toBe(0);
  expect((await confirm(token, password, browser)).status).toBe(200);
  expect(await browser.api.account.me()).toMatchObject({
    user: { role: "admin", name: expect.stringMatching(/^olivia\.owner/), email },
    client: { storeName: "Acme Shop", plan: "basic", status: "active", supportEmail: expect.stringMatching(/^help\+/) },
    can: expect.arrayContaining(["tickets:read", "mail:read-log"]),
  });
  expect((await browser.send("/login")).headers.get("location")).toBe("/dashboard");
});

test("does not let a second sign-up set the password that the owner's link confirms", async () => {
  const email = newAddress();
  await ask(email, "the owner's password");
  await linksTo(email, 1);
  await ask(email, "a stranger's password");
  const [owners = "", strangers = ""] = await linksTo(email, 2);
  expect(await refusalOf(await confirm(owners, "a stranger's password"))).toEqual([422, "input_invalid"]);
  expect((await confirm(owners, "the owner's password")).status).toBe(200);
  expect((await post("sign-in/email", { email, password: "a stranger's password" })).status).toBe(401);
  expect((await post("sign-in/email", { email, password: "the owner's password" })).status).toBe(200);
  // The other claim is dropped, and its link says why.
  expect(await refusalOf(await confirm(strangers, "a stranger's password"))).toEqual([409, "address_has_account"]);
  expect(await app.asOwner("select from account_claims where email = $1", [email])).toEqual([]);
});

test("gives a stranger who signed up first no way in by the owner's confirmation", async () => {
  const email = newAddress();
  await ask(email, "set by a stranger");
  await linksTo(email, 1);
  await ask(email);
  const [strangers = "", owners = ""] = await linksTo(email, 2);
  expect(await refusalOf(await confirm(strangers))).toEqual([422, "input_invalid"]);
  expect((await confirm(owners)).status).toBe(200);
  expect((await post("sign-in/email", { email, password: "set by a stranger" })).status).toBe(401);
});

test("neither confirms nor sets a cookie on GET or HEAD of a mailed address", async () => {
  const email = newAddress();
  await ask(email);
  const mail = await takeMail(app, email);
  const token = tokenIn(mail);
  const pages = ["/confirm", `/confirm?token=${token}`, `/api/auth/links/confirm?token=${token}`];
  for (const path of [...pages, `/api/auth/verify-email?token=${token}`, `/api/auth/links/look?token=${token}`]) {
    for (const method of ["GET", "HEAD"]) {
      const response = await app.visit().send(path, { method });
      expect([path, response.headers.getSetCookie()]).toEqual([path, []]);
    }
  }
  await post("links/look", { purpose: "confirm", token });
  expect(await storesOf(email)).toBe(0);
  expect((await confirm(token)).status).toBe(200);
});

test("tells the page the address, but neither name nor password", async () => {
  const email = newAddress();
  await ask(email);
  const response = await post("links/look", { purpose: "confirm", token: tokenIn(await takeMail(app, email)) });
  expect(await jsonOf(response)).toEqual({ email, storeName: "Acme Shop", askedAt: expect.any(String) });
});

test.each([
  ["forged", "x".repeat(43), 404, "link_not_valid"],
  ["empty", "", 404, "link_not_valid"],
])("refuses a link that is %s", async (_, token, status, code) => {
  expect(await refusalOf(await confirm(token))).toEqual([status, code]);
  expect(await refusalOf(await post("links/look", { purpose: "confirm", token }))).toEqual([status, code]);
});

test("refuses a used or expired link, or one for another purpose, and says so", async () => {
  const [used, late] = [newAddress(), newAddress()];
  for (const email of [used, late]) await ask(email);
  const [usedToken, lateToken] = [tokenIn(await takeMail(app, used)), tokenIn(await takeMail(app, late))];
  const uses = await Promise.all(Array.from({ length: 5 }, () => confirm(usedToken)));
  expect(uses.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
  expect(await refusalOf(await confirm(usedToken))).toEqual([410, "link_used"]);
  expect(await storesOf(used)).toBe(1);
  const reset = { token: lateToken, password: "another password" };
  expect(await refusalOf(await post("links/reset-password", reset))).toEqual([404, "link_not_valid"]);
  await app.asOwner("update account_links set expires_at = now() where email = $1", [late]);
  expect(await refusalOf(await confirm(lateToken))).toEqual([410, "link_expired"]);
  expect(await storesOf(late)).toBe(0);
});

test("allows ten guesses of a sign-up's password at its link", async () => {
  const email = newAddress();
  await ask(email);
  const token = tokenIn(await takeMail(app, email));
  for (let count = 0; count < 10; count += 1) {
    expect((await confirm(token, `guess number ${count}`)).status).toBe(422);
  }
  expect(await refusalOf(await confirm(token))).toEqual([410, "link_guessed"]);
  expect(await refusalOf(await post("links/look", { purpose: "confirm", token }))).toEqual([410, "link_guessed"]);
});

/** Everything that a response shows. */
async function shown(response: Response) {
  const headers = [...response.headers.entries()].filter(([name]) => !["date", "content-length"].includes(name));
  const length = response.headers.get("content-length");
  return { status: response.status, headers, length, body: await response.text() };
}

/** Addresses of each kind: with an account, unconfirmed, unknown and inactive. */
async function someOfEach(): Promise<string[]> {
  const owner = await signUp(app);
  const gone = await addColleague(app, owner, "agent");
  await app.asOwner("update users set is_active = false where id = $1", [gone.userId], owner.tenantId);
  const waiting = newAddress();
  await ask(waiting);
  await takeMail(app, waiting);
  return [owner.email, waiting, newAddress(), gone.email];
}

test("answers known, unconfirmed, unknown and inactive addresses alike, in every request", async () => {
  for (const [path, body] of [
    ["sign-up/email", { password, name: "Somebody" }],
    ["forgot-password", {}],
    ["sign-in/email", { password: "not the password" }],
  ] as const) {
    const [first, ...others] = await Promise.all(
      (await someOfEach()).map(async (email) => shown(await post(path, { ...body, email }))),
    );
    expect(first?.body).not.toContain("Somebody");
    for (const other of others) expect([path, other]).toEqual([path, first]);
  }
});

test("looks an address up after the response: while that is impossible, all responses are the same", async () => {
  const addresses = await someOfEach();
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  await client.query("begin; lock table identities, users, accounts in access exclusive mode");
  try {
    for (const email of addresses) {
      expect((await ask(email)).status).toBe(200);
      expect((await post("forgot-password", { email })).status).toBe(200);
    }
  } finally {
    await client.query("rollback");
    await client.end();
  }
});

// A sign-in's time is that of its one hash: response times could only tell addresses apart by it.
test("hashes as much for a wrong password at any address", async () => {
  const addresses = await someOfEach();
  const signIn = await openSignIn(app.services, urlForRole(app.ownerUrl, "auth", testSecret));
  onTestFinished(() => signIn.close());
  const { password: checking } = await signIn.auth.$context;
  const hashed = [vi.spyOn(checking, "hash"), vi.spyOn(checking, "verify")];
  const { publicUrl } = app.services.settings;
  const headers = { "content-type": "application/json", origin: publicUrl };
  for (const email of addresses) {
    const body = JSON.stringify({ email, password: "not the password" });
    const asked = new Request(`${publicUrl}/api/auth/sign-in/email`, { method: "POST", headers, body });
    expect((await signIn.auth.handler(asked)).status).toBe(401);
    expect([email, hashed.reduce((sum, { mock }) => sum + mock.calls.length, 0)]).toEqual([email, 1]);
    for (const one of hashed) one.mockClear();
  }
});

test("changes nothing for a known address, and warns its owner by mail with time and place", async () => {
  const { email } = await signUp(app);
  await linksTo(email, 1);
  const headers = { "content-type": "application/json", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
  const body = JSON.stringify({ email, password: "another password" });
  await app.visit().send("/api/auth/sign-up/email", { method: "POST", headers, body });
  const { subject, text } = await until(async () =>
    (await mailsTo(app, email)).find((mail) => /already/.test(mail.subject)),
  );
  expect(subject).toBe("You already have a Deskhand account");
  expect(text).toMatch(
    /on [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M \(UTC\) with Firefox on Linux, from the address 127\.0\.0\.1\./,
  );
  expect((await post("sign-in/email", { email, password: "another password" })).status).toBe(401);
  expect((await post("sign-in/email", { email, password })).status).toBe(200);
});

test("treats an unconfirmed address like an unknown one at sign-in", async () => {
  const email = newAddress();
  await ask(email);
  await takeMail(app, email);
  expect(await refusalOf(await post("sign-in/email", { email, password }))).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
});

test.each(["a\0@shop.example", "no address", "", `${"x".repeat(320)}@shop.example`, "x@y", "\u212Aate@shop.example"])(
  "refuses to sign up with %j",
  async (email) => expect((await ask(email)).status).toBe(422),
);

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

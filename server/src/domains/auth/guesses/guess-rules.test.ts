import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { urlForRole } from "../../../platform/db/roles.ts";
import { type Browser, jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { newAddress, type Person, password, signIn, signUp, tokenIn } from "../../../testing/test-people.ts";
import { createSignIn } from "../create-sign-in.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  await app.asOwner("delete from password_guesses");
  owner = await signUp(app);
});
afterAll(() => app.stop());

const attempt = (email: string, tried = "not the password", browser: Browser = app.visit()) =>
  browser.send("/api/auth/sign-in/email", { json: { email, password: tried } });

/** Tries wrong passwords in turn; returns each response's status. */
async function guess(email: string, times: number, browser = app.visit()): Promise<number[]> {
  const responses: number[] = [];
  for (let count = 0; count < times; count += 1) responses.push((await attempt(email, undefined, browser)).status);
  return responses;
}

const refused = (times: number) => Array.from({ length: times }, () => 401);
const twenty = refused(20);

test("allows twenty guesses at one address, known or not, and lets its owner in a few minutes later", async () => {
  expect(await guess(owner.email.toUpperCase(), 22)).toEqual([...twenty, 429, 429]);
  expect(await guess(newAddress(), 21)).toEqual([...twenty, 429]);
  const response = await attempt(owner.email, password);
  expect([response.status, await jsonOf(response)]).toEqual([
    429,
    { code: "TOO_MANY_ATTEMPTS", message: "Too many wrong passwords. Try again in 5 minutes" },
  ]);
  // A refused attempt is not counted, so it prolongs nothing.
  await app.asOwner("update password_guesses set until = now()");
  expect((await attempt(owner.email, password)).status).toBe(200);
});

test("counts separately for browsers where the person signed in before, signed out or not, so that nobody locks them out", async () => {
  const phone = await signIn(app, owner);
  await phone.send("/api/auth/sign-out", { json: {} });
  expect(await guess(owner.email, 21)).toEqual([...twenty, 429]);
  expect((await attempt(owner.email, password, phone)).status).toBe(200);
  expect(await guess(owner.email, 21, phone)).toEqual([...twenty, 429]);
  expect((await attempt(owner.email, password, phone)).status).toBe(429);
  // The browser that confirmed the address has its own count again.
  expect((await attempt(owner.email, password, owner)).status).toBe(200);
});

test.each([
  ["in production", true],
  ["elsewhere", false],
])("uses a mark that grants no access, is signed, lasts and is for one person, %s", async (_, isProduction) => {
  const browser = app.visit();
  const response = await attempt(owner.email, password, browser);
  const mark = response.headers.getSetCookie().find((cookie) => cookie.includes(".device_")) ?? "";
  expect(mark).toMatch(/^deskhand\.device_[0-9a-f]{16}=/);
  expect(mark).toMatch(/Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
  const [cookie = ""] = mark.split(";");
  expect((await app.visit().send("/api/me", { headers: { cookie } })).status).toBe(401);
  expect(await guess(owner.email, 21)).toEqual([...twenty, 429]);
  const process = await openProcesses(1, isProduction);
  const withCookie = async (cookie: string) => (await process(0, "127.0.0.1", owner.email, cookie))?.status;
  expect(await withCookie(cookie)).toBe(401);
  const [name, value = ""] = cookie.split("=");
  const forged = [`${value.slice(0, -8)}AAAAAAA%3D`, "x", "", ".", "a.", ".a", "%", "%E0%A4%A", "a.%E0%A4%A", "a.%ff%"];
  for (const mark of forged) expect(await withCookie(`${name}=${mark}`), mark).toBe(429);
  // Another person's mark, under the name of this person's.
  const stranger = await signUp(app);
  const [, foreign = ""] = /device_[0-9a-f]{16}=([^;]+)/.exec(stranger.cookieHeader()) ?? [];
  expect(await withCookie(`${name}=${foreign}`)).toBe(429);
  expect(await withCookie(stranger.cookieHeader())).toBe(429);
});

test("keeps a browser's mark the same over many sign-ins", async () => {
  const browser = await signIn(app, owner);
  const marks = () => browser.cookieHeader().match(/device_[^;]+/g);
  const before = marks();
  await attempt(owner.email, password, browser);
  expect([before?.length, marks()]).toEqual([1, before]);
});

test("forgets wrong passwords after the right one", async () => {
  expect(await guess(owner.email, 15)).toEqual(refused(15));
  expect((await attempt(owner.email, password)).status).toBe(200);
  expect(await guess(owner.email, 20)).toEqual(twenty);
});

test("allows a hundred wrong passwords per network over many addresses, hardly changed by right ones between", async () => {
  expect([(await attempt(newAddress())).status, (await attempt(newAddress())).status]).toEqual([401, 401]);
  await app.asOwner("update password_guesses set count = count + 95");
  expect((await attempt(owner.email, password)).status).toBe(200);
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await attempt(newAddress())).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  // A browser where the person signed in before is not affected.
  expect((await attempt(owner.email, password, owner)).status).toBe(200);
});

/** Opens sign-ins of several processes on one database, callable from any address. */
async function openProcesses(count: number, isProduction: boolean) {
  const { settings } = app.services;
  const services = { ...app.services, settings: { ...settings, isProduction } };
  const url = urlForRole(app.ownerUrl, "auth", settings.secret);
  const processes = await Promise.all(Array.from({ length: count }, () => createSignIn(services, url)));
  onTestFinished(async () => void (await Promise.all(processes.map((process) => process.close()))));
  return (process: number, ip: string, email = newAddress(), cookie = "", tried = "not the password") =>
    processes[process]?.auth.handler(
      new Request(`${settings.publicUrl}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-deskhand-client-ip": ip, origin: settings.publicUrl, cookie },
        body: JSON.stringify({ email, password: tried }),
      }),
    );
}

test.each([
  ["203.0.113.9", "203.0.113.200", "203.0.114.9"],
  ["2001:db8:1:2200::1", "2001:db8:1:22ff:1::5", "2001:db8:1:2300::1"],
  ["::ffff:203.0.113.9", "203.0.113.10", "2001:db8::1"],
])(
  "counts guesses from %s with those from %s, at any process, and not with those from %s",
  async (first, second, far) => {
    const attempt = await openProcesses(2, false);
    const tried = await Promise.all(
      Array.from({ length: 24 }, (_, index) => attempt(index % 2, index % 3 ? first : second, owner.email)),
    );
    expect(tried.map((response) => response?.status).sort()).toEqual([...twenty, 429, 429, 429, 429]);
    expect((await attempt(0, far, owner.email))?.status).toBe(401);
  },
);

test("spares a marked browser its IP address's limit in production, but still counts guesses at a person", async () => {
  const attempt = await openProcesses(1, true);
  const cookie = owner.cookieHeader();
  const ip = "198.51.100.1";
  await attempt(0, ip);
  await app.asOwner("update rate_limits set count = 300");
  expect((await attempt(0, ip))?.status).toBe(429);
  const own = await Promise.all(Array.from({ length: 22 }, () => attempt(0, ip, owner.email, cookie)));
  expect(own.filter((response) => response?.status === 401)).toHaveLength(20);
});

test("lets an office behind one IP address sign in within a minute in production", async () => {
  const attempt = await openProcesses(1, true);
  const signIn = () => attempt(0, "198.51.100.7", owner.email, "", password);
  const statuses = [(await signIn())?.status];
  // As after ninety others.
  await app.asOwner("update rate_limits set count = count + 90");
  // And as many wrong passwords, from this network and at this address.
  expect(await app.asOwner("update password_guesses set count = count + 90 returning count")).toEqual([
    { count: 90 },
    { count: 90 },
  ]);
  const ten = await Promise.all(Array.from({ length: 10 }, signIn));
  statuses.push(...ten.map((response) => response?.status));
  expect(statuses).toEqual(Array(11).fill(200));
});

test("checks 300 passwords per IP address and minute in production, over all processes, without delaying others", async () => {
  const attempt = await openProcesses(2, true);
  await attempt(0, "203.0.113.9");
  await app.asOwner("update rate_limits set count = 290");
  // In turn: of those at the same instant the library lets some more through.
  const responses: Awaited<ReturnType<typeof attempt>>[] = [];
  for (let index = 0; index < 14; index += 1) responses.push(await attempt(index % 2, "203.0.113.9"));
  expect(responses.map((response) => response?.status)).toEqual([...twenty.slice(10), 429, 429, 429, 429]);
  const late = responses.find((response) => response?.status === 429);
  expect(Number(late?.headers.get("x-retry-after"))).toBeGreaterThan(0);
  expect(Number(late?.headers.get("x-retry-after"))).toBeLessThanOrEqual(60);
  expect((await attempt(1, "203.0.113.10"))?.status).toBe(401);
  // The count is in the database, which all processes share; a minute later it is over.
  await app.asOwner("update rate_limits set last_request = last_request - 61000");
  expect((await attempt(1, "203.0.113.9"))?.status).toBe(401);
});

/** Counts 99 wrong passwords at an address from elsewhere; the next is the hundredth. */
async function tryElsewhere(email: string): Promise<void> {
  expect((await attempt(email)).status).toBe(401);
  const key = createHash("sha256").update(`everywhere:${email}`).digest("base64url");
  const tried = "update password_guesses set count = 99 where key = $1 returning count";
  expect(await app.asOwner(tried, [key])).toEqual([{ count: 99 }]);
}

test("allows a hundred guesses an hour at one address from anywhere, known or not, besides its owner's browsers", async () => {
  const fresh = await openProcesses(1, false);
  const stranger = newAddress();
  for (const email of [owner.email, stranger]) {
    await tryElsewhere(email);
    expect((await fresh(0, "198.51.100.1", email))?.status).toBe(401);
    const refused = await fresh(0, "192.0.2.1", email, "", password);
    expect([refused?.status, await refused?.json()]).toEqual([
      429,
      {
        code: "TOO_MANY_GUESSES",
        message:
          'Too many wrong passwords were tried for this e-mail address. Try again in 60 minutes, or choose another password by "Forgot password?": then you can sign in at once',
      },
    ]);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3_500);
  }
  // A browser where the owner signed in before lets them in.
  expect((await attempt(owner.email, password, owner)).status).toBe(200);
  // Refused attempts count for nobody else.
  expect((await fresh(0, "192.0.2.1", newAddress()))?.status).toBe(401);
  await app.asOwner("update password_guesses set until = now()");
  expect((await fresh(0, "192.0.2.1", owner.email, "", password))?.status).toBe(200);
});

test("takes back the guess of a right password", async () => {
  await tryElsewhere(owner.email);
  for (let count = 0; count < 3; count += 1) expect((await attempt(owner.email, password)).status).toBe(200);
  expect((await attempt(owner.email)).status).toBe(401);
  expect((await attempt(owner.email)).status).toBe(429);
});

test("lets a person sign in anywhere after choosing another password by a link, whatever others guess there", async () => {
  await tryElsewhere(owner.email);
  await attempt(owner.email);
  const browser = app.visit();
  await app.asOwner("delete from account_mail_times");
  await browser.send("/api/auth/forgot-password", { json: { email: owner.email } });
  const mail = await until(async () =>
    (await mailsTo(app, owner.email)).find(({ subject }) => subject === "Choose a new Deskhand password"),
  );
  const chosen = "another horse battery";
  const reset = await browser.send("/api/auth/links/reset-password", {
    json: { token: tokenIn(mail), password: chosen },
  });
  expect(reset.status).toBe(200);
  expect((await attempt(owner.email, chosen)).status).toBe(200);
  await tryElsewhere(owner.email);
  await attempt(owner.email);
  expect((await attempt(owner.email, chosen)).status).toBe(429);
  expect((await attempt(owner.email, chosen, browser)).status).toBe(200);
});

test("tells only the owner, once a day, how many passwords were tried", async () => {
  const stranger = newAddress();
  const warnings = async (email: string) =>
    (await mailsTo(app, email)).filter(({ subject }) => subject === "Somebody is trying passwords at your account");
  for (const email of [owner.email, stranger]) {
    await tryElsewhere(email);
    expect(await warnings(email)).toEqual([]);
    expect(await guess(email, 2)).toEqual([401, 429]);
  }
  const [mail] = await until(async () => {
    const all = await warnings(owner.email);
    return all.length > 0 && all;
  });
  expect(mail?.text).toContain("Within an hour 100 wrong passwords were tried for your Deskhand account");
  expect(mail?.text).toMatch(/The last one was tried on .* \(UTC\) with .*, from the address 127\.0\.0\.1\./);
  await app.asOwner("update password_guesses set count = 99");
  await guess(owner.email, 2);
  await until(async () => {
    const open =
      "select from pgboss.job where name = 'account.sign-in-refused' and state in ('created', 'active', 'retry')";
    return (await app.db.pool.query(open)).rowCount === 0;
  });
  expect([(await warnings(owner.email)).length, await warnings(stranger)]).toEqual([1, []]);
});

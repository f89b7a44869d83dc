import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { urlForRole } from "../../platform/db/roles.ts";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newAddress, password, signUp } from "../../testing/test-people.ts";
import { createSignIn } from "./create-sign-in.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const attempt = (email: string, tried = "not the password") =>
  app.visit().send("/api/auth/sign-in/email", { json: { email, password: tried } });

/** Tries wrong passwords one after the other; returns each response's status. */
async function guess(email: string, times: number): Promise<number[]> {
  const responses: number[] = [];
  for (let count = 0; count < times; count += 1) responses.push((await attempt(email)).status);
  return responses;
}

const twenty = Array.from({ length: 20 }, () => 401);

test("passwords are guessed twenty times at one address, known or not, and in a few minutes its owner gets in", async () => {
  const owner = await signUp(app);
  const elsewhere = "update sessions set ip_address = '203.0.113.7' where user_id = $1";
  await app.asOwner(elsewhere, [owner.userId], owner.tenantId);
  expect(await guess(owner.email.toUpperCase(), 22)).toEqual([...twenty, 429, 429]);
  expect(await guess(newAddress(), 21)).toEqual([...twenty, 429]);
  const refused = await attempt(owner.email, password);
  expect([refused.status, await jsonOf(refused)]).toEqual([
    429,
    { code: "TOO_MANY_ATTEMPTS", message: "Too many wrong passwords. Try again in 5 minutes" },
  ]);
  // What was refused did not count, so it does not last longer.
  const over = "update verifications set expires_at = now() where identifier like 'guesses:%' returning id";
  expect(await app.asOwner(over, [], owner.tenantId)).toHaveLength(40);
  expect((await attempt(owner.email, password)).status).toBe(200);
});

test("a password that is right forgets the wrong ones before it", async () => {
  const owner = await signUp(app);
  const elsewhere = "update sessions set ip_address = '203.0.113.7' where user_id = $1";
  await app.asOwner(elsewhere, [owner.userId], owner.tenantId);
  expect(await guess(owner.email, 15)).toEqual(twenty.slice(5));
  expect((await attempt(owner.email, password)).status).toBe(200);
  await app.asOwner(elsewhere, [owner.userId], owner.tenantId);
  expect(await guess(owner.email, 15)).toEqual(twenty.slice(5));
});

test("nobody is locked out where they are signed in already", async () => {
  const owner = await signUp(app);
  expect(await guess(owner.email, 25)).toEqual(Array.from({ length: 25 }, () => 401));
  expect((await attempt(owner.email, password)).status).toBe(200);
});

test("in production an IP address tries ten passwords a minute, at whichever process, and no other waits for it", async () => {
  const { settings, log } = app.services;
  const services = { settings: { ...settings, isProduction: true }, log };
  const mails = {
    confirmation: async () => undefined,
    existingAccount: async () => undefined,
    providerAdded: async () => undefined,
  };
  const url = urlForRole(app.ownerUrl, "auth", settings.secret);
  const processes = await Promise.all([1, 2].map(() => createSignIn(services, url, mails)));
  onTestFinished(async () => void (await Promise.all(processes.map((process) => process.close()))));
  const attempt = (process: number, ip: string) =>
    processes[process]?.auth.handler(
      new Request(`${settings.publicUrl}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-deskhand-client-ip": ip },
        body: JSON.stringify({ email: newAddress(), password }),
      }),
    );
  const responses = await Promise.all(Array.from({ length: 14 }, (_, index) => attempt(index % 2, "203.0.113.9")));
  const statuses = responses.map((response) => response?.status);
  expect(statuses.sort()).toEqual([...twenty.slice(10), 429, 429, 429, 429]);
  const refused = responses.find((response) => response?.status === 429);
  expect(Number(refused?.headers.get("x-retry-after"))).toBeGreaterThan(50);
  expect(Number(refused?.headers.get("x-retry-after"))).toBeLessThanOrEqual(60);
  expect((await attempt(1, "203.0.113.10"))?.status).toBe(401);
  // What counts is in the database, which all processes share; a minute later nothing does.
  await app.asOwner("update rate_limits set last_request = last_request - 61000");
  expect((await attempt(1, "203.0.113.9"))?.status).toBe(401);
});

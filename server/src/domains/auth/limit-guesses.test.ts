import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../platform/testing/open-browser.ts";
import { startTestApp, type TestApp } from "../../platform/testing/start-test-app.ts";
import { newAddress, password, signUp } from "../../platform/testing/test-people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const attempt = (email: string, tried = "not the password") =>
  app.visit().send("/api/auth/sign-in/email", { json: { email, password: tried } });

/** Tries wrong passwords one after the other; gives each answer's status. */
async function guess(email: string, times: number): Promise<number[]> {
  const answers: number[] = [];
  for (let count = 0; count < times; count += 1) answers.push((await attempt(email)).status);
  return answers;
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

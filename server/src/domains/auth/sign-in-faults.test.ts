import { otherRoutes } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { machineWords, oddValues, refusalWords } from "../../testing/strangers/refusal-words.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const signInPosts = Object.keys(otherRoutes).filter((route) => route.startsWith("POST /api/auth/"));
const signInFields = ["email", "password", "name", "token", "purpose", "rememberMe", "response"];
test.each(signInPosts)("says at %s in words what is missing or of the wrong type", async (route) => {
  const path = route.slice("POST ".length);
  const right = { email: "x@y.test", password: "x", name: "x", token: "x", purpose: "reset" };
  const bodies = ["", "{ broken", "[1]", "null", "{}"];
  for (const value of oddValues) {
    bodies.push(JSON.stringify(Object.fromEntries(signInFields.map((field) => [field, value]))));
    for (const field of signInFields) bodies.push(JSON.stringify({ ...right, [field]: value }));
  }
  const browser = app.visit();
  for (const body of bodies) {
    const answer = await browser.send(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    expect(answer.status, body).toBeLessThan(500);
    expect(await refusalWords(answer), body).not.toMatch(machineWords);
  }
});

test.each(["sign-in", "sign-up"])("says at %s that both an address and a password are needed", async (way) => {
  const neither = "You must provide either an email or phone number and a password";
  for (const json of [
    {},
    { email: "x@y.test" },
    { password: "x" },
    { email: " ", password: "x" },
    { email: null, password: "x" },
  ]) {
    const answer = await app.visit().send(`/api/auth/${way}/email`, { json });
    const { message, data } = await jsonOf(answer);
    expect([answer.status, message, data]).toEqual([422, neither, { fields: { "": [neither] } }]);
  }
});

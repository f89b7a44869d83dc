import { arrivalUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newOwner, turnOnTwoFactor } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test("tells callers whether they are signed out, at the second step or signed in, and refuses nobody", async () => {
  const arrival = async (browser: Browser) => (await jsonOf(await browser.send(arrivalUrl))).at;
  const owner = await newOwner(app);
  await turnOnTwoFactor(app, owner);
  const laptop = app.visit();
  expect(await arrival(laptop)).toBe("out");
  const { email, password } = owner;
  await laptop.send("/api/auth/sign-in/email", { json: { email, password } });
  expect(await arrival(laptop)).toBe("code");
  expect(await arrival(owner)).toBe("in");
});

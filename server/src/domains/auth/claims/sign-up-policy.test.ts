import { afterEach, expect, test } from "vitest";
import type { Settings } from "../../../platform/settings.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail } from "../../../testing/take-mail.ts";
import { addColleague, newAddress, password, tokenIn } from "../../../testing/test-people.ts";

let app: Desk;
afterEach(() => app.stop());

const open = async (changes: Partial<Settings>) => {
  app = await openDesk({ publicUrl: "http://desk.test", ...changes });
};
const policy = async () => (await jsonOf(await app.visit().send("/api/auth/sign-up"))).signUp;
const signUp = (email: string) => app.visit().send("/api/auth/sign-up/email", { json: { email, password } });
const confirm = (token: string) => app.visit().send("/api/auth/links/confirm", { json: { token, password } });
const refusalOf = async (response: Response) => [response.status, (await jsonOf(response)).code];

test("lets only the first store sign up in production", async () => {
  await open({ isProduction: true });
  expect(await policy()).toBe("open");
  const emails = [newAddress(), newAddress(), newAddress()];
  for (const email of emails) expect((await signUp(email)).status).toBe(200);
  const tokens = await Promise.all(emails.map(async (email) => tokenIn(await takeMail(app, email))));
  // All at once: one of them is the first.
  const confirmed = await Promise.all(tokens.map(confirm));
  expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect(await app.asOwner("select from identities")).toHaveLength(1);
  expect(await policy()).toBe("closed");
  expect(await refusalOf(await signUp(newAddress()))).toEqual([403, "sign_up_closed"]);
});

test.each([
  ["closed", "sign_up_closed"],
  ["invite", "sign_up_by_invitation"],
] as const)("refuses sign-up with SIGN_UP=%s, but lets people sign in", async (signUpSetting, code) => {
  await open({ signUp: signUpSetting });
  const email = newAddress();
  expect(await policy()).toBe(signUpSetting);
  expect(await refusalOf(await signUp(email))).toEqual([403, code]);
  const store = await app.makeTenant();
  const agent = await addColleague(app, { tenantId: store.id }, "agent");
  // The same for a known address.
  expect(await refusalOf(await signUp(agent.email))).toEqual([403, code]);
  expect((await agent.api.account.me()).user.email).toBe(agent.email);
  expect(await mailsTo(app, email)).toEqual([]);
});

test("allows sign-up in production with SIGN_UP=open", async () => {
  await open({ isProduction: true, signUp: "open" });
  await app.makeTenant();
  expect(await policy()).toBe("open");
  const email = newAddress();
  await signUp(email);
  expect((await confirm(tokenIn(await takeMail(app, email)))).status).toBe(200);
});

test("makes no store from a link mailed before sign-up was closed", async () => {
  await open({});
  const email = newAddress();
  await signUp(email);
  const token = tokenIn(await takeMail(app, email));
  Object.assign(app.services.settings, { signUp: "closed" });
  expect(await refusalOf(await confirm(token))).toEqual([403, "sign_up_closed"]);
});

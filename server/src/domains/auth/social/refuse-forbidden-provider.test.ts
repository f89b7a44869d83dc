import { afterAll, beforeAll, expect, test } from "vitest";
import { openSignInProvider, type SignInProvider } from "../../../../../stand-ins/sign-in-provider.ts";
import type { Browser } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { bothProviders, callbackOf, signInAt } from "../../../testing/sign-in-elsewhere.ts";
import { signIn, signUp } from "../../../testing/test-people.ts";

let app: Desk;
let elsewhere: SignInProvider;
beforeAll(async () => {
  elsewhere = await openSignInProvider({ id: "our-app", secret: "our-secret" }, bothProviders.map(callbackOf));
  const settings = { client: elsewhere.client, url: elsewhere.url };
  app = await openDesk({ social: { google: settings, twitter: settings } });
});
afterAll(async () => {
  await app.stop();
  await elsewhere.stop();
});

const isIn = async (browser: Browser) => (await browser.send("/api/me")).status === 200;

test.each(bothProviders)(
  "lets nobody in by %s while the store does not allow it, but always by password",
  async (provider) => {
    const owner = await signUp(app);
    elsewhere.become({ id: `owner-${provider}`, email: owner.email, name: "Owner" });
    expect(await signInAt(elsewhere, provider, app.visit())).toBe("/dashboard");
    const allow = (isAllowed: boolean) => owner.api.security.allowProvider({ provider, isAllowed });
    const { providers } = await allow(false);
    expect(providers.find(({ id }) => id === provider)).toEqual({ id: provider, isOffered: true, isAllowed: false });
    const browser = app.visit();
    expect(await signInAt(elsewhere, provider, browser)).toMatch(/^\/login\?error=PROVIDER_FORBIDDEN\b/);
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(await signIn(app, owner))).toBe(true);
    await allow(true);
    expect(await signInAt(elsewhere, provider, app.visit())).toBe("/dashboard");
    const told = (await owner.api.audit.list({ kind: "team" })).items;
    const name = provider === "google" ? "Google" : "Twitter";
    expect(told.map(({ action, subject }) => [action, subject])).toEqual([
      ["team.provider-allowed", name],
      ["team.provider-forbidden", name],
    ]);
  },
);

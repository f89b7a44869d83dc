import { expect } from "vitest";
import type { SignInProvider } from "../../../stand-ins/sign-in-provider.ts";
import type { ProviderId } from "../platform/oauth/ask-provider.ts";
import { type Browser, jsonOf } from "./open-browser.ts";

export const bothProviders: ProviderId[] = ["google", "twitter"];
export const callbackOf = (id: ProviderId) => `http://desk.test/api/auth/oauth2/callback/${id}`;

/** Returns the provider's sign-in address, as the button requests it. */
export async function askWhere(provider: string, browser: Browser, rest: object = {}): Promise<URL> {
  const response = await browser.send("/api/auth/sign-in/social", { json: { provider, ...rest } });
  const { url } = await jsonOf(response);
  return new URL(String(url));
}

/** Comes back from a provider; returns where the browser is sent next. */
export async function comeBack(back: URL, browser: Browser): Promise<string | null> {
  const response = await browser.send(back.pathname + back.search);
  expect(response.status).toBe(302);
  return response.headers.get("location");
}

/** Signs in at a provider and comes back; returns where the browser is sent next. */
export async function signInAt(
  elsewhere: SignInProvider,
  provider: ProviderId,
  browser: Browser,
): Promise<string | null> {
  return comeBack(await elsewhere.visit((await askWhere(provider, browser)).href), browser);
}

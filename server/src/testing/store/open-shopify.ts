import {
  createShopifyStandIn,
  type ShopifyStandIn,
  type StandInOptions,
} from "../../../../stand-ins/shopify/create-stand-in.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Person } from "../test-people.ts";
import { testPatience } from "../test-settings.ts";

/** The scopes that the desk's app gets at the stand-in. */
export const allScopes = ["read_orders", "read_customers"] as const;

/** Opens a Shopify for a desk whose website is at `publicUrl`; returns it with the settings that the desk needs. */
export async function openShopify(
  options: StandInOptions = {},
  publicUrl = "http://desk.test",
): Promise<{ shopify: ShopifyStandIn; settings: Settings["shopify"] }> {
  const redirectUris = [`${publicUrl}/api/shopify/callback`];
  const shopify = await createShopifyStandIn({ ...options, app: { redirectUris, ...options.app } });
  const app = { key: shopify.app.apiKey, secret: shopify.app.apiSecret };
  const { storeUrl } = shopify;
  const pace = { patience: testPatience, rest: 0 };
  return { shopify, settings: { app, scopes: allScopes, apiVersion: "2026-10", storeUrl, ...pace } };
}

/** Allows the connection on the platform's page, as a browser does; returns the address it leads back to. */
export async function allowAtShopify(authorizationUrl: string): Promise<string> {
  const page = await fetch(authorizationUrl, { redirect: "manual" });
  const body = new URLSearchParams({ answer: "install" });
  const answer =
    page.status === 302 ? page : await fetch(authorizationUrl, { method: "POST", body, redirect: "manual" });
  const location = answer.headers.get("location");
  if (!location) throw new Error(`Shopify leads nowhere: ${answer.status} ${await answer.text()}`);
  const { pathname, search } = new URL(location);
  return pathname + search;
}

/** Connects a store through the platform's page, as an admin does; returns what the last screen is told. */
export async function connectByOAuth(admin: Person, shopDomain: string): Promise<URLSearchParams> {
  const { authorizationUrl } = await admin.api.shopify.connect({ shopDomain });
  return returnTo(admin, await allowAtShopify(authorizationUrl));
}

/** Opens a callback address in a person's browser; returns what the screen is told. */
export async function returnTo(person: Pick<Person, "send">, address: string): Promise<URLSearchParams> {
  const answer = await person.send(address, { redirect: "manual" });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(location, "http://desk.test").searchParams;
}

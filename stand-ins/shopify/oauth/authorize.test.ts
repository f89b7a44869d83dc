import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createShopifyStandIn, type ShopifyStandIn } from "../create-stand-in.ts";

const domain = "trial.myshopify.com";
const app = { apiKey: "key", apiSecret: "secret", redirectUris: ["http://localhost:3000/back"] };
let standIn: ShopifyStandIn;
beforeEach(async () => {
  standIn = await createShopifyStandIn({ app, stores: [{ domain }] });
});
afterEach(() => standIn.close());

function authorize(change: Record<string, string> = {}, answer?: string) {
  const query = { client_id: "key", scope: "read_orders,read_customers", redirect_uri: "http://localhost:3000/back" };
  const url = `${standIn.url}/${domain}/admin/oauth/authorize?${new URLSearchParams({ ...query, state: "s1", ...change })}`;
  if (answer === undefined) return fetch(url, { redirect: "manual" });
  return fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ answer }) });
}

const exchange = (code: string) =>
  fetch(`${standIn.url}/${domain}/admin/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ client_id: "key", client_secret: "secret", code, expiring: "1" }),
  });

test("installing the app leads back with a signed code, which works once", async () => {
  expect(await (await authorize()).text()).toContain("Install app");
  const back = new URL((await authorize({}, "install")).headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe("http://localhost:3000/back");
  const { hmac, ...signed } = Object.fromEntries(back.searchParams);
  expect(Object.keys(signed).sort()).toEqual(["code", "host", "shop", "state", "timestamp"]);
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`)
    .join("&");
  expect(hmac).toBe(createHmac("sha256", "secret").update(text).digest("hex"));
  const granted = await exchange(signed.code ?? "");
  expect(await granted.json()).toMatchObject({ scope: "read_orders,read_customers", expires_in: 3600 });
  expect((await exchange(signed.code ?? "")).status).toBe(400);
  expect((await authorize()).headers.get("location")).toContain("code=");
});

test.each([
  ["an app that nobody knows", { client_id: "other" }, "application_cannot_be_found"],
  ["a way back that is not the app's", { redirect_uri: "http://localhost:3000/elsewhere" }, "invalid_request"],
  ["a scope that there is not", { scope: "read_minds" }, "invalid_scope"],
])("%s is refused at once", async (_what, change, error) => {
  const refused = await authorize(change);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(`Oauth error ${error}`);
});

test("cancelling leads to the store's admin", async () => {
  expect((await authorize({}, "cancel")).headers.get("location")).toBe(`/${domain}/admin/apps`);
  expect(standIn.store(domain).state.tokens).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  cut,
  half,
  json,
  page,
  raw,
  type ScriptedStore,
  startScriptedStore,
} from "../../../../stand-ins/scripted-store.ts";
import { exchangeCode, refreshTokens } from "./request-tokens.ts";
import { StoreFault, storeUrlOf } from "./store-fault.ts";

let store: ScriptedStore;
let storeUrl = "";
beforeAll(async () => {
  store = await startScriptedStore();
  storeUrl = storeUrlOf(store.storeUrl, "a.myshopify.com");
});
afterAll(() => store.close());
beforeEach(() => {
  store.asked.length = 0;
});

const app = { key: "our-key", secret: "our-secret-that-nobody-knows" };
const code = "0907a61c0c8d55e99db179b68161bc00";
const token = "shprt_0123456789abcdef";

test("exchanges a code for expiring tokens", async () => {
  store.answers(
    json({
      access_token: "shpat_1",
      expires_in: 3600,
      refresh_token: "shprt_1",
      refresh_token_expires_in: 7_776_000,
      scope: "read_customers,read_orders",
    }),
  );
  expect(await exchangeCode(storeUrl, app, code)).toEqual({
    accessToken: "shpat_1",
    accessSeconds: 3600,
    refreshToken: "shprt_1",
    refreshSeconds: 7_776_000,
    scopes: ["read_customers", "read_orders"],
  });
  expect(store.asked[0]?.path).toBe("/a.myshopify.com/admin/oauth/access_token");
  const sent = Object.fromEntries(new URLSearchParams(store.asked[0]?.body));
  expect(sent).toEqual({ client_id: app.key, client_secret: app.secret, code, expiring: "1" });
});

test("a token that never expires has no refresh token", async () => {
  store.answers(json({ access_token: "shpat_1", scope: "" }));
  expect(await exchangeCode(storeUrl, app, code)).toEqual({
    accessToken: "shpat_1",
    accessSeconds: null,
    refreshToken: null,
    refreshSeconds: null,
    scopes: [],
  });
});

const dead = json(
  { error: "invalid_request", error_description: `This needs an active refresh_token, not ${token}` },
  401,
);
test.each([
  ["an answer that never comes whole", half, "unreachable", "unreachable"],
  ["no answer", cut, "unreachable", "unreachable"],
  ["a fault of the platform", raw("error code: 520", 520), "unreachable", "unreachable"],
  ["too many requests", raw("", 429), "throttled", "throttled"],
  ["a page", page, "unreadable", "unreadable"],
  ["an answer without a token", json({ access_token: "" }), "unreadable", "unreadable"],
  ["a page of an invalid code", raw("<html>Oauth error invalid_request</html>", 400), "refused", "refused"],
  ["an app that it does not know", json({ error: "application_cannot_be_found" }, 400), "refused", "refused"],
  ["a wrong secret", json({ error: "invalid_client" }, 401), "refused", "refused"],
  ["a closed store", json({ errors: "Not Found" }, 404), "refused", "refused"],
  ["another address", raw("", 302, { location: "https://evil.example" }), "refused", "refused"],
  ["a token or code that is gone", json({ error: "invalid_grant" }, 400), "revoked", "refused"],
  ["a token that is not active", dead, "revoked", "refused"],
] as const)("%s", async (_what, answer, forToken, forCode) => {
  store.answers(answer);
  const fault = (reason: unknown) => (reason instanceof StoreFault ? reason : null);
  const [renewed, exchanged] = await Promise.all([
    refreshTokens(storeUrl, app, token).then(() => null, fault),
    exchangeCode(storeUrl, app, code).then(() => null, fault),
  ]);
  expect([renewed?.kind, exchanged?.kind]).toEqual([forToken, forCode]);
  for (const secret of [token, code, app.secret])
    expect(`${renewed?.message} ${exchanged?.message}`).not.toContain(secret);
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import {
  cut,
  json,
  raw,
  type ScriptedStore,
  type StoreAnswer,
  startScriptedStore,
} from "../../../../../stand-ins/scripted-store.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import type { AdminQuery, Patience } from "../../../platform/shopify/admin-api.ts";
import { startRoles } from "../../../serve.ts";
import { msFromNow } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { testPatience } from "../../../testing/test-settings.ts";
import { openStore } from "../index.ts";
import { sealGrant } from "./store-tokens.ts";

let store: ScriptedStore;
let app: Desk;
let tenant: TenantId;
beforeAll(async () => {
  store = await startScriptedStore();
  app = await openDesk({
    roles: [],
    shopify: {
      app: { key: "our-key", secret: "our-secret" },
      scopes: [],
      apiVersion: "2026-10",
      storeUrl: store.storeUrl,
      patience: testPatience,
      rest: 0,
    },
  });
});
afterAll(async () => {
  await app.stop();
  await store.close();
});
beforeEach(async () => {
  ({ id: tenant } = await app.makeTenant());
});
afterEach(() => {
  store.asked.length = 0;
});

const shopQuery: AdminQuery<{ shop: { name: string } }> = {
  text: "query Shop { shop { name } }",
  answer: z.object({ shop: z.object({ name: z.string() }) }),
};
const quick: Patience = { tries: 1, timeoutMs: 30_000, firstPauseMs: 10, longestPauseMs: 1_000, withinMs: 60_000 };
const hour = 3_600;

/** Saves a store with tokens granted so many seconds ago. */
async function connect(agoSeconds: number, { refreshToken = "shprt_1" as string | null } = {}): Promise<void> {
  const grant = {
    accessToken: "shpat_1",
    accessSeconds: hour,
    refreshToken,
    refreshSeconds: 90 * 24 * hour,
    scopes: [],
  };
  const shopDomain = `${tenant}.myshopify.com`;
  await app.db.withTenant(tenant, async (tx) => {
    await tx.insertInto("shopify_shops").values({ shop_domain: shopDomain, client_id: tenant }).execute();
    const tokens = sealGrant(app.services.settings.secret, tenant, grant, msFromNow({ seconds: -agoSeconds }));
    await tx
      .insertInto("shopify_stores")
      .values({
        id: newId(),
        shop_domain: shopDomain,
        origin: "oauth",
        scopes: [],
        admin_api_version: "2026-10",
        ...tokens,
      })
      .execute();
  });
}

const keptStore = () =>
  app.db.withTenant(tenant, (tx) => tx.selectFrom("shopify_stores").selectAll().executeTakeFirstOrThrow());
const events = async () =>
  (await app.asOwner<{ type: string }>("select type from events order by number", [], tenant)).map(({ type }) => type);
const askShop = async () => (await openStore(app.services, tenant, quick))?.ask(shopQuery, {});

/** A store that renews tokens by the platform's rules: the old refresh token is valid until the new tokens are used. */
function renewing(valid: { access: string[]; refresh: string[] }, onToken: StoreAnswer | null = null): StoreAnswer {
  let renewals = 1;
  let last = "";
  return async (request, response) => {
    if (request.path.endsWith("/access_token")) {
      if (onToken) return onToken(request, response);
      const token = new URLSearchParams(request.body).get("refresh_token") ?? "";
      if (!valid.refresh.includes(token))
        return json(
          { error: "invalid_request", error_description: "This request requires an active refresh_token" },
          401,
        )(request, response);
      // Until the new pair is used, the old token gives the same pair again.
      if (token !== last) renewals += 1;
      last = token;
      valid.access = [`shpat_${renewals}`];
      valid.refresh = [token, `shprt_${renewals}`];
      const granted = { access_token: `shpat_${renewals}`, refresh_token: `shprt_${renewals}`, scope: "read_orders" };
      return json({ ...granted, expires_in: hour, refresh_token_expires_in: 90 * 24 * hour })(request, response);
    }
    const isValid = valid.access.includes(String(request.headers["x-shopify-access-token"]));
    const answer = isValid ? json({ data: { shop: { name: "Lumen" } } }) : json({ errors: "Invalid API key" }, 401);
    return answer(request, response);
  };
}
const renewalsAsked = () => store.asked.filter(({ path }) => path.endsWith("/access_token"));

test("opens nothing without a store", async () => {
  expect(await openStore(app.services, tenant)).toBeNull();
});

test("uses a valid token as it is", async () => {
  await connect(0);
  store.answers(renewing({ access: ["shpat_1"], refresh: ["shprt_1"] }));
  expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
  expect(renewalsAsked()).toEqual([]);
});

test("renews a token that ends within five minutes before use, and saves it", async () => {
  await connect(hour - 200);
  const before = msFromNow({});
  store.answers(renewing({ access: ["shpat_1"], refresh: ["shprt_1"] }));
  expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
  expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
  expect(renewalsAsked()).toHaveLength(1);
  expect(Object.fromEntries(new URLSearchParams(renewalsAsked()[0]?.body))).toEqual({
    client_id: "our-key",
    client_secret: "our-secret",
    grant_type: "refresh_token",
    refresh_token: "shprt_1",
  });
  expect(Date.parse((await keptStore()).access_expires_at ?? "")).toBeGreaterThan(before + (hour - 60) * 1000);
});

test("exchanges an old token once for ten callers", async () => {
  await connect(hour + 10);
  const renew = renewing({ access: [], refresh: ["shprt_1"] });
  store.answers(async (request, response) => {
    await until(async () => app.db.pool.idleCount === app.db.pool.totalCount);
    return renew(request, response);
  });
  const answers = await Promise.all(Array.from({ length: 10 }, askShop));
  expect(answers).toEqual(Array(10).fill({ shop: { name: "Lumen" } }));
  expect(renewalsAsked()).toHaveLength(1);
});

test("takes the token that another process saved first", async () => {
  await connect(hour + 10);
  const other = await startRoles(app.services.settings, app.ownerUrl, app.services.log);
  store.answers(renewing({ access: [], refresh: ["shprt_1"] }));
  const ask = async (services: Desk["services"]) => (await openStore(services, tenant, quick))?.ask(shopQuery, {});
  const answers = await Promise.all([...Array(5)].flatMap(() => [ask(app.services), ask(other.services)]));
  await other.stop();
  expect(answers).toEqual(Array(10).fill({ shop: { name: "Lumen" } }));
  expect(renewalsAsked().length).toBeLessThanOrEqual(2);
  expect(await events()).toEqual([]);
});

test("takes a renewed token when the old one is refused because another process has renewed it", async () => {
  await connect(hour + 10);
  const renew = renewing({ access: [], refresh: ["shprt_1"] });
  store.answers(async (request, response) => {
    if (!request.path.endsWith("/access_token")) return renew(request, response);
    const grant = {
      accessToken: "shpat_2",
      accessSeconds: hour,
      refreshToken: "shprt_2",
      refreshSeconds: 90 * 24 * hour,
      scopes: [],
    };
    const foreign = sealGrant(app.services.settings.secret, tenant, grant, msFromNow({}));
    await app.db.withTenant(tenant, (tx) => tx.updateTable("shopify_stores").set(foreign).execute());
    store.answers(renewing({ access: ["shpat_2"], refresh: ["shprt_2"] }));
    return json({ error: "invalid_request" }, 401)(request, response);
  });
  expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
  expect((await keptStore()).revoked_at).toBeNull();
});

test("holds no database connection while the platform is asked for a token", async () => {
  await connect(hour + 10);
  const { pool } = app.services.db;
  const held: number[] = [];
  const renew = renewing({ access: [], refresh: ["shprt_1"] });
  const before = pool.totalCount - pool.idleCount;
  store.answers((request, response) => {
    held.push(pool.totalCount - pool.idleCount);
    return renew(request, response);
  });
  expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
  expect(held).toEqual([before, before]);
});

test("renews a token once that is refused before its time", async () => {
  await connect(0);
  store.answers(renewing({ access: [], refresh: ["shprt_1"] }));
  expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
  expect(renewalsAsked()).toHaveLength(1);
  expect(await events()).toEqual([]);
});

test("asks again with the old token when new ones were lost on their way", async () => {
  await connect(hour + 10);
  const valid = { access: [] as string[], refresh: ["shprt_1"] };
  const renew = renewing(valid);
  // The platform renewed them, but nobody here knows: as after a kill between answer and commit.
  store.answers(async (request, response) => {
    await renew(request, Object.assign(Object.create(response), { writeHead: () => ({ end: () => undefined }) }));
    response.destroy();
  });
  await expect(askShop()).rejects.toMatchObject({ kind: "unreachable" });
  expect(valid.refresh).toContain("shprt_2");
  expect((await keptStore()).revoked_at).toBeNull();
  store.answers(renew);
  expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
});

test.each([
  ["is not reachable", cut],
  ["has a fault of its own", raw("error code: 520", 520)],
  ["is busy", json({ errors: "Exceeded" }, 429)],
  ["does not know the app", json({ error: "invalid_client" }, 401)],
] as const)(
  "works with the valid old token although the platform %s when asked for a new one",
  async (_what, fault) => {
    await connect(hour - 200);
    const _before = msFromNow({});
    store.answers(renewing({ access: ["shpat_1"], refresh: [] }, fault));
    expect(await askShop()).toEqual({ shop: { name: "Lumen" } });
    expect((await keptStore()).revoked_at).toBeNull();
  },
);

test.each([
  ["the refresh token", { agoSeconds: hour + 10, refreshToken: "shprt_gone" }],
  ["a token before its time", { agoSeconds: 0, refreshToken: "shprt_gone" }],
  ["a token that cannot be renewed", { agoSeconds: 0, refreshToken: null }],
])(
  "requires reconnection when a store rejects %s: noted, told once, and never asked again",
  async (_what, { agoSeconds, refreshToken }) => {
    await connect(agoSeconds, { refreshToken });
    store.answers(renewing({ access: [], refresh: [] }));
    await expect(askShop()).rejects.toMatchObject({ kind: "revoked" });
    expect((await keptStore()).revoked_at).not.toBeNull();
    expect(await events()).toEqual(["store.changed"]);
    store.asked.length = 0;
    expect(await openStore(app.services, tenant)).toBeNull();
    expect(store.asked).toEqual([]);
  },
);

test("treats a token sealed with another secret as missing", async () => {
  await connect(0);
  const services = {
    ...app.services,
    settings: { ...app.services.settings, secret: "another secret of thirty-two letters" },
  };
  const admin = await openStore(services, tenant, quick);
  await expect(admin?.ask(shopQuery, {})).rejects.toMatchObject({ kind: "revoked" });
  expect(store.asked).toEqual([]);
});

test("stores no token in plain text", async () => {
  await connect(0);
  const rows = await app.asOwner("select to_jsonb(shopify_stores) as store from shopify_stores", [], tenant);
  const stored = await keptStore();
  for (const text of [
    JSON.stringify(rows),
    stored.access_token.toString("latin1"),
    stored.refresh_token?.toString("latin1"),
  ])
    expect(text).not.toMatch(/shp(?:at|rt)_1/);
});

import { randomUUID } from "node:crypto";
import { contract } from "@deskhand/contract";
import { type Endpoint, endpointsOf } from "@deskhand/contract/endpoint";
import { apiKeyLimits } from "@deskhand/contract/programs/api-key-limits";
import { apiKeyScopeNames } from "@deskhand/contract/programs/api-key-scopes";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { programEndpoints } from "./platform/http/program-routes.ts";
import { type FullDesk, fillDesk, snapshotOf } from "./testing/full-desk.ts";
import { tokenOf } from "./testing/full-store.ts";
import type { Input } from "./testing/isolation/isolation.ts";
import { jsonOf } from "./testing/open-browser.ts";
import { openProgram, type Program } from "./testing/programs/open-program.ts";
import { requestTo } from "./testing/programs/request-to.ts";
import { openShopifyDesk, type ShopifyDesk } from "./testing/store/shopify-desk.ts";

let app: ShopifyDesk;
let ours: FullDesk;
let theirs: FullDesk;
let program: Program;
let stranger: Program;
let revoked: Program;
let over: Program;
/** A key for each scope, with all of the others. */
const without = new Map<string, Program>();
let before: Awaited<ReturnType<typeof snapshotOf>>;
beforeAll(async () => {
  app = await openShopifyDesk();
  [ours, theirs] = [await fillDesk(app), await fillDesk(app)];
  for (const { secret } of [ours, theirs]) app.openShop(`${secret}.myshopify.com`, tokenOf(secret));
  [program, stranger] = [await openProgram(app, ours.owner), await openProgram(app, theirs.owner)];
  [revoked, over] = [await openProgram(app, ours.owner), await openProgram(app, ours.owner)];
  await ours.owner.api.apiKeys.remove({ id: revoked.apiKey.id });
  const ends = "update api_keys set ends_at = now() - interval '1 second' where id = $1";
  await app.asOwner(ends, [over.apiKey.id], ours.owner.tenantId);
  for (const scope of apiKeyScopeNames) {
    const scopes = apiKeyScopeNames.filter((name) => name !== scope);
    without.set(scope, await openProgram(app, ours.owner, { scopes }));
  }
  // Uses are noted at most once a minute, so none is noted below.
  for (const { get } of [program, ...without.values()]) await get("/tickets");
  before = await snapshotOf(app, ours.owner.tenantId);
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.stop();
});

const minute = 60_000;

test("the scopes of keys are the permissions of the endpoints that programs may call", () => {
  const needed = new Set(programEndpoints.map(({ access }) => access));
  expect(apiKeyScopeNames.toSorted()).toEqual([...needed].toSorted());
});

const inputOf = (desk: FullDesk, { name }: Endpoint) => desk.inputs[name]?.() ?? {};

test.each(programEndpoints)("$name refuses whoever has no good key, before it reads anything", async (endpoint) => {
  const input = inputOf(ours, endpoint);
  const bodies = endpoint.method === "GET" ? [undefined] : [undefined, "{ broken"];
  for (const body of bodies) {
    const answers: [string | null, number, string][] = [
      [null, 401, "key_missing"],
      [`dhk_${"0".repeat(16)}_${"0".repeat(72)}`, 401, "key_invalid"],
      [revoked.key, 401, "key_revoked"],
      [over.key, 401, "key_expired"],
      [without.get(endpoint.access)?.key ?? "", 403, "key_lacks_scope"],
    ];
    for (const [key, status, code] of answers) {
      expect(await refusalOf(await ask(endpoint, input, key, body))).toEqual([status, code]);
      // A wrong key is forgiven within this time.
      vi.advanceTimersByTime(minute);
    }
    // Somebody who is signed in at a browser is nobody here.
    const { path, ...request } = requestTo(endpoint, input, { body, prefix: "/api/v1" });
    expect(await refusalOf(await ours.owner.send(path, request))).toEqual([401, "key_missing"]);
  }
});

test.each(programEndpoints)("$name finds and reveals nothing of another store to its key", async (endpoint) => {
  const foreignInput = inputOf(ours, endpoint);
  const foreign = await ask(endpoint, foreignInput, stranger.key);
  if (Object.keys(foreignInput).some((key) => /(^id|Id|^before)$/.test(key))) {
    expect(await refusalOf(foreign.clone())).toEqual([404, expect.stringMatching(/_not_found$/)]);
  }
  expect(await foreign.text()).not.toContain(ours.secret);
});

test("none of that changed anything", async () => {
  expect(await snapshotOf(app, ours.owner.tenantId)).toEqual(before);
});

const forPeople = endpointsOf(contract).filter(({ access }) => access !== "public");
test.each(forPeople)("$name of the dashboard knows no key", async (endpoint) => {
  const { path, ...request } = requestTo(endpoint, inputOf(ours, endpoint));
  const headers = { ...request.headers, authorization: `Bearer ${program.key}` };
  const answer = await fetch(app.url + path, { ...request, headers });
  expect(await refusalOf(answer)).toEqual([401, "not_signed_in"]);
});

test.each(programEndpoints)("$name serves a key with its scope, as the contract says", async (endpoint) => {
  const answer = await ask(endpoint, inputOf(ours, endpoint), program.key);
  expect([answer.status, answer.status === 200 ? "" : await answer.text()]).toEqual([200, ""]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual([]);
  const read = await endpoint.procedure["~orpc"].outputSchema?.["~standard"].validate(await answer.json());
  expect(read && "issues" in read ? read.issues : undefined).toBeUndefined();
});

test("a key in an address is refused, and no other website is allowed anything", async () => {
  const headers = { authorization: `Bearer ${program.key}` };
  const named = await fetch(`${app.url}/api/v1/tickets?key=${program.key}`, { headers });
  expect(await refusalOf(named)).toEqual([400, "key_in_address"]);
  const preflight = await fetch(`${app.url}/api/v1/tickets`, {
    method: "OPTIONS",
    headers: { origin: "https://evil.example" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([403, null]);
});

test("guesses from one address are slowed down, and say nothing of which key was near", async () => {
  const near = program.key.replace(/_[0-9a-f]{4}/, "_0000");
  const words = new Set<string>();
  let waits = 0;
  vi.advanceTimersByTime(10 * minute);
  for (let guess = 0; guess < apiKeyLimits.keyGuesses + 2; guess += 1) {
    const answer = await ask(listed(), {}, guess % 2 ? near : "dhk_nothing");
    if (answer.status === 429) waits += Number(answer.headers.get("retry-after")) > 0 ? 1 : 0;
    else words.add(await answer.text());
  }
  expect([waits, words.size]).toEqual([2, 1]);
  // Another program at that address goes on.
  expect((await ask(listed(), {}, program.key)).status).toBe(200);
});

function listed(): Endpoint {
  const found = programEndpoints.find(({ name }) => name === "tickets.list");
  if (!found) throw new Error("Programs cannot list tickets");
  return found;
}

function ask(endpoint: Endpoint, input: Input, key: string | null, body?: string): Promise<Response> {
  const { path, ...request } = requestTo(endpoint, input, { body, prefix: "/api/v1" });
  const headers = new Headers(request.headers);
  if (key !== null) headers.set("authorization", `Bearer ${key}`);
  if (endpoint.method !== "GET") headers.set("idempotency-key", randomUUID());
  return fetch(app.url + path, { ...request, headers });
}

async function refusalOf(answer: Response): Promise<[number, unknown]> {
  return [answer.status, (await jsonOf(answer)).code];
}

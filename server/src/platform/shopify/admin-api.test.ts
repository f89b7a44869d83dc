import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import {
  cut,
  half,
  json,
  page,
  raw,
  type ScriptedStore,
  type StoreAnswer,
  silence,
  startScriptedStore,
  truncated,
} from "../../../../stand-ins/scripted-store.ts";
import { type AdminQuery, openAdminApi, type Patience, patience, QueryCosts } from "./admin-api.ts";
import { StoreFault, storeUrlOf } from "./store-fault.ts";

let store: ScriptedStore;
let shops = 0;
let storeUrl = "";
beforeAll(async () => {
  store = await startScriptedStore();
});
afterAll(() => store.close());
beforeEach(() => {
  store.asked.length = 0;
  // Costs are remembered per store, so each test uses its own store.
  shops += 1;
  storeUrl = storeUrlOf(store.storeUrl, `shop-${shops}.myshopify.com`);
});

const token = "shpat_0123456789abcdef0123456789abcdef";
const shopQuery: AdminQuery<{ shop: { name: string } }> = {
  text: "query Shop { shop { name } }",
  answer: z.object({ shop: z.object({ name: z.string() }) }),
};
const cost = (currentlyAvailable: number, requestedQueryCost = 10) => ({
  cost: {
    requestedQueryCost,
    actualQueryCost: 2,
    throttleStatus: { maximumAvailable: 1000, currentlyAvailable, restoreRate: 100 },
  },
});
const good = json({ data: { shop: { name: "Lumen" } }, extensions: cost(990) });
const throttled = json({
  errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
  extensions: cost(0, 30),
});
const quick: Patience = { tries: 3, timeoutMs: 10_000, firstPauseMs: 10, longestPauseMs: 2_000, withinMs: 30_000 };
/** Does not wait for silence; the store's answers may be late on a busy machine. */
const timeoutFor = (answer: StoreAnswer) => ({ timeoutMs: answer === silence ? 1_000 : quick.timeoutMs });

const ask = (how = quick) =>
  openAdminApi({ storeUrl, apiVersion: "2026-10", accessToken: token }, how).ask(shopQuery, { a: 1 });
const faultOf = async (how = quick) => {
  const error: unknown = await ask(how).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreFault)) throw new Error(`No fault, but ${String(error)}`);
  return error;
};

test("sends the query to the store with its token, and returns the answer", async () => {
  store.answers(good);
  expect(await ask()).toEqual({ shop: { name: "Lumen" } });
  const [request] = store.asked;
  expect(request?.path).toBe(`/shop-${shops}.myshopify.com/admin/api/2026-10/graphql.json`);
  expect(request?.headers["x-shopify-access-token"]).toBe(token);
  expect(JSON.parse(request?.body ?? "")).toEqual({ query: shopQuery.text, variables: { a: 1 } });
});

const temporaryFaults: [string, StoreAnswer][] = [
  ["a connection that breaks off", cut],
  ["half of an answer", half],
  ["a truncated answer", truncated],
  ["a page of HTML", page],
  ["silence", silence],
  ["nothing at all", raw("")],
  ["an answer without data", json({})],
  ["another answer than was asked for", json({ data: { shop: { name: 7 } } })],
  ["status 500", raw("oops", 500)],
  ["status 503 with a page", raw("<html>", 503, { "content-type": "text/html" })],
  ["status 520", raw("error code: 520", 520)],
  ["status 429", json({ errors: "Exceeded" }, 429, { "retry-after": "0.05" })],
  ["too little left", throttled],
  ["an internal fault", json({ errors: [{ message: "Internal", extensions: { code: "INTERNAL_SERVER_ERROR" } }] })],
];
test.each(temporaryFaults)("retries after %s", async (_what, fault) => {
  store.answers(fault, good);
  expect(await ask({ ...quick, ...timeoutFor(fault) })).toEqual({ shop: { name: "Lumen" } });
  expect(store.asked).toHaveLength(2);
});

test.each([
  ["unreachable", cut],
  ["unreachable", half],
  ["unreachable", silence],
  ["unreachable", raw("", 502)],
  ["unreadable", page],
  ["unreadable", truncated],
  ["unreadable", json({ data: null })],
  ["throttled", json({ errors: "Exceeded" }, 429)],
  ["throttled", raw("", 430)],
] as const)("reports %s if it persists", async (kind, fault) => {
  store.answers(fault);
  const found = await faultOf({ ...quick, ...timeoutFor(fault), tries: 2, longestPauseMs: 1_000 });
  expect(found.kind).toBe(kind);
  expect(store.asked).toHaveLength(2);
});

const refusal = (path: string[], code: string, data?: object) =>
  json({ errors: [{ message: "No", path, extensions: { code } }], data });
test.each<[string, StoreAnswer, boolean]>([
  ["a query that is not valid", json({ errors: [{ message: "Field 'shop' doesn't exist" }] }), true],
  ["a missing scope", refusal(["refund"], "ACCESS_DENIED", { refund: null }), true],
  ["a missing scope for a part of the answer", refusal(["refund", "email"], "ACCESS_DENIED", { refund: {} }), false],
  ["the same, where a null takes the whole answer away", refusal(["refund", "email"], "ACCESS_DENIED"), false],
  ["a fault while it ran", refusal(["refund"], "SOMETHING", { refund: null }), false],
  ["a revoked token", json({ errors: "Invalid API key" }, 401), true],
  ["a timeout of the store", json({ errors: "Timeout" }, 408), false],
  ["a cut connection", cut, false],
])("knows of %s whether it proves that nothing was done", async (_what, answer, isProof) => {
  store.answers(answer);
  expect((await faultOf({ ...quick, tries: 1 })).isProofOfNothing).toBe(isProof);
});

test("does not retry a store that was silent for all the patience, however many tries are left", async () => {
  store.answers(silence);
  const hurried = { ...quick, timeoutMs: 1_000, withinMs: 1_000 };
  expect((await faultOf(hurried)).kind).toBe("unreachable");
  expect(store.asked).toHaveLength(1);
  // A store that answers badly at once is retried meanwhile.
  store.answers(raw("", 502), good);
  await ask({ ...quick, withinMs: 5_000 });
  expect(store.asked).toHaveLength(3);
});

test("retries a person's request for about a minute, whatever the pauses", async () => {
  store.answers(raw("", 502));
  let time = 0;
  const pause = async (ms: number) => {
    time += ms;
  };
  const clock = { now: () => time, pause };
  const access = { storeUrl, apiVersion: "2026-10", accessToken: token };
  await expect(openAdminApi(access, patience.watched, clock).ask(shopQuery, {})).rejects.toMatchObject({
    kind: "unreachable",
  });
  // It begins no pause that would end later, and none exceeds fifteen seconds.
  expect(time).toBeGreaterThan(45_000);
  expect(time).toBeLessThanOrEqual(60_000);
});

test.each([
  ["revoked", json({ errors: `[API] Invalid API key or access token ${token}` }, 401)],
  ["refused", json({ errors: "This action requires merchant approval for read_orders scope." }, 403)],
  ["refused", json({ errors: "Not Found" }, 404)],
  ["refused", raw("<html>", 402)],
  ["refused", raw("", 423)],
  ["refused", json({ errors: [{ message: `Access denied for ${token}`, extensions: { code: "ACCESS_DENIED" } }] })],
  ["refused", json({ errors: [{ message: "Field 'x' doesn't exist" }], data: { shop: { name: "Lumen" } } })],
] as const)("does not retry when %s, and repeats no token", async (kind, fault) => {
  store.answers(fault);
  const found = await faultOf();
  expect(found.kind).toBe(kind);
  expect(found.message).not.toBe("");
  expect(JSON.stringify([found.message, found.stack])).not.toContain("shpat_");
  expect(store.asked).toHaveLength(1);
});

test.each([301, 302, 307, 308])("does not follow a redirect %i", async (status) => {
  const elsewhere = await startScriptedStore();
  elsewhere.answers(good);
  store.answers(raw("", status, { location: storeUrlOf(elsewhere.storeUrl, "evil.myshopify.com") }));
  expect((await faultOf()).kind).toBe("refused");
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test("reports an unreachable store as a fault", async () => {
  const stopped = await startScriptedStore();
  await stopped.close();
  storeUrl = storeUrlOf(stopped.storeUrl, "gone.myshopify.com");
  expect(await faultOf({ tries: 1, timeoutMs: 200, firstPauseMs: 10, longestPauseMs: 0, withinMs: 0 })).toMatchObject({
    kind: "unreachable",
  });
});

test("waits as long as the store asks, up to the caller's patience", async () => {
  const busy = json({ errors: "Exceeded" }, 429, { "retry-after": "0.4" });
  store.answers(busy, good);
  expect((await faultOf({ ...quick, longestPauseMs: 390 })).kind).toBe("throttled");
  expect(store.asked).toHaveLength(1);
  store.answers(busy, good);
  await ask();
  expect(store.asked).toHaveLength(3);
});

test("waits before it exceeds the points left", async () => {
  // It needs 50 points, has 20, and regains 100 per second: 0.3 s.
  const frugal = json({ data: { shop: { name: "Lumen" } }, extensions: cost(20, 50) });
  store.answers(frugal);
  await ask();
  expect(await faultOf({ ...quick, longestPauseMs: 50 })).toMatchObject({
    kind: "throttled",
    message: "The store has had too many requests",
  });
  expect(store.asked).toHaveLength(1);
  await ask();
  expect(store.asked).toHaveLength(2);
});

test("callers waiting for the same points take turns", () => {
  const [costs, query] = [new QueryCosts(), {}];
  costs.learn(query, 50, { maximumAvailable: 1_000, currentlyAvailable: 20, restoreRate: 100 }, 0);
  expect([1, 2, 3].map(() => costs.take(query, 0))).toEqual([300, 300, 300]);
  expect([1, 2, 3].map(() => costs.take(query, 300))).toEqual([0, 500, 500]);
  expect([1, 2].map(() => costs.take(query, 800))).toEqual([0, 500]);
});

test("gives up on an endless answer", async () => {
  store.answers((_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 32);
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  });
  const found = await faultOf({ tries: 1, timeoutMs: 5_000, firstPauseMs: 10, longestPauseMs: 0, withinMs: 0 });
  expect(found).toMatchObject({ kind: "unreadable", message: "The store's answer is larger than 32 MB" });
});

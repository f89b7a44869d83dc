import { once } from "node:events";
import { request } from "node:http";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { asTenantId } from "../../db/tenant.ts";
import { createHttpServer } from "../http-server.ts";
import { boundRequests, type RequestBudget } from "./bound-requests.ts";

const ids = { acme: "00000000-0000-4000-8000-000000000001", other: "00000000-0000-4000-8000-000000000002" };
const endless = { perSecond: 1_000_000, burst: 1_000_000 };
const places = { member: 3, group: 5 };
const generous: RequestBudget = {
  pace: { person: endless, store: endless },
  atOnce: { quick: places, heavy: { member: 1, group: 2 }, files: places },
  patienceMs: 50,
};

let http: FastifyInstance;
afterEach(() => http.close());

/** A server that identifies people by header, "acme/sam"; requests run until they are released. */
async function open(changes: Partial<RequestBudget> = {}) {
  http = await createHttpServer({
    log: pino({ level: "silent" }),
    isProduction: false,
    findActor: async (cookies) => {
      const [store = "", userId = ""] = cookies.split("/");
      const tenantId = asTenantId(store === "acme" ? ids.acme : ids.other);
      const rest = {
        kind: "person",
        email: "",
        name: "",
        role: "agent",
        sessionDueAt: "",
        can: [],
        step: null,
      } as const;
      return { ...rest, userId: `${store}/${userId}`, tenantId };
    },
  });
  boundRequests(http, { ...generous, ...changes });
  let [working, most, done] = [0, 0, 0];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await released;
    working -= 1;
    done += 1;
    return "done";
  };
  http.get("/api/slow", work);
  http.get("/api/heavy", { config: { work: "heavy" } }, work);
  http.get("/api/quick", async () => "quick");
  http.post("/api/json", async () => "taken");
  http.get("/api/fails", async () => {
    throw new Error("It fails");
  });
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  const ask = (path: string, who: string, json?: string) => {
    const cookie = who === "" ? {} : { cookie: who };
    if (json === undefined) return fetch(url + path, { headers: cookie });
    return fetch(url + path, {
      method: "POST",
      body: json,
      headers: { ...cookie, "content-type": "application/json" },
    });
  };
  return { url, ask, release: () => release(), figures: () => ({ working, most, done }) };
}

const times = (count: number) => Array.from({ length: count });

/** Waits for this many answers and returns them. */
async function firstOf(requests: readonly Promise<Response>[], count: number): Promise<Response[]> {
  const answers: Response[] = [];
  for (const request of requests) void request.then((answer) => answers.push(answer));
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(count);
  return [...answers];
}

test("one person's many concurrent requests wait or are refused, and delay nobody else", async () => {
  const { ask, release, figures } = await open();
  const requests = times(20).map(() => ask("/api/slow", "acme/sam"));
  await expect.poll(() => figures().working).toBe(places.member);
  for (const who of ["acme/kim", "other/lee", ""]) expect((await ask("/api/quick", who)).status, who).toBe(200);
  const early = await firstOf(requests, 17);
  release();
  const answers = await Promise.all(requests);
  const refused = answers.filter(({ status }) => status === 429);
  expect(early.every(({ status }) => status === 429)).toBe(true);
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([places.member, 17]);
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect(await refused[0]?.json()).toMatchObject({ code: "too_many_requests", data: { seconds: 1 } });
  expect(figures().most).toBe(places.member);
});

test("answers requests that wait briefly, in turn with the store's others", async () => {
  const { ask, release, figures } = await open({ patienceMs: 60_000 });
  const requests = times(20).map(() => ask("/api/slow", "acme/sam"));
  await expect.poll(() => figures().working).toBe(places.member);
  release();
  expect((await Promise.all(requests)).every(({ status }) => status === 200)).toBe(true);
});

test("limits a whole store's concurrent requests", async () => {
  const { ask, release, figures } = await open();
  const requests = ["sam", "kim", "ann"].flatMap((name) => times(4).map(() => ask("/api/slow", `acme/${name}`)));
  await expect.poll(() => figures().working).toBe(places.group);
  expect((await ask("/api/quick", "other/lee")).status).toBe(200);
  expect((await ask("/api/quick", "acme/pat")).status).toBe(429);
  release();
  await Promise.all(requests);
  expect(figures().most).toBe(places.group);
});

test("allows fewer costly requests at once, without delaying quick ones", async () => {
  const { ask, release, figures } = await open();
  const requests = times(4).map(() => ask("/api/heavy", "acme/sam"));
  await expect.poll(() => figures().working).toBe(1);
  expect((await ask("/api/quick", "acme/sam")).status).toBe(200);
  for (const { status } of await firstOf(requests, 3)) expect(status).toBe(429);
  release();
  expect((await Promise.all(requests)).filter(({ status }) => status === 200).length).toBe(1);
});

test("counts a disconnected client's requests while they run", async () => {
  const { url, ask, release, figures } = await open();
  for (const _ of times(12)) {
    const asking = request(`${url}/api/slow`, { headers: { cookie: "acme/sam" }, agent: false });
    asking.on("error", () => undefined);
    const arrived = once(http.server, "request");
    asking.end();
    await arrived;
    asking.destroy();
  }
  await expect.poll(() => figures().working).toBe(places.member);
  // It came last and waited as long as the others.
  expect((await ask("/api/quick", "acme/sam")).status).toBe(429);
  expect(figures().most).toBe(places.member);
  release();
  await expect.poll(() => figures().done).toBeGreaterThanOrEqual(places.member);
});

test("returns the place of a request that was answered, refused, aborted or not found", async () => {
  const { url, ask } = await open();
  for (const _ of times(10)) {
    await ask("/api/quick", "acme/sam");
    await ask("/api/fails", "acme/sam");
    await ask("/api/nothing", "acme/sam");
    await ask("/api/json", "acme/sam", "{");
    const leaving = request(`${url}/api/json`, {
      method: "POST",
      headers: { cookie: "acme/sam", "content-type": "application/json", "content-length": 100 },
    });
    leaving.on("error", () => undefined);
    const arrived = once(http.server, "request");
    leaving.write("{");
    await arrived;
    leaving.destroy();
    await new Promise((resolve) => leaving.once("close", resolve));
  }
  await expect.poll(async () => (await ask("/api/quick", "acme/sam")).status).toBe(200);
  const requests = await Promise.all(times(places.member).map(() => ask("/api/quick", "acme/sam")));
  expect(requests.map(({ status }) => status)).toEqual(times(places.member).map(() => 200));
});

test("slows down a person's constant requests, then refuses them with a time to retry; others go on", async () => {
  const pace = { person: { perSecond: 1, burst: 5 }, store: endless };
  const { ask } = await open({ pace, patienceMs: 1_500 });
  // All arrive at once; from then on time passes only with each poll.
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const answers = await Promise.all(times(12).map(() => ask("/api/quick", "acme/sam")));
  // The burst at once, and the rest within the next second and a half.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(answers.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("2");
  for (const who of ["acme/kim", "other/lee"]) expect((await ask("/api/quick", who)).status).toBe(200);
  await expect.poll(async () => (await ask("/api/quick", "acme/sam")).status).toBe(200);
});

test("slows down a whole store, and counts no anonymous requests", async () => {
  const pace = { person: endless, store: { perSecond: 0.01, burst: 4 } };
  const { ask } = await open({ pace });
  const statuses = async (who: string) => {
    const answers = await Promise.all(times(3).map(() => ask("/api/quick", who)));
    return answers.map(({ status }) => status).toSorted();
  };
  expect(await statuses("acme/sam")).toEqual([200, 200, 200]);
  expect(await statuses("acme/kim")).toEqual([200, 429, 429]);
  expect(await statuses("other/lee")).toEqual([200, 200, 200]);
  expect(await statuses("")).toEqual([200, 200, 200]);
});

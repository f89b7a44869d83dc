import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk({ roles: ["web"] });
});
afterAll(() => app.stop());
beforeEach(() => app.asOwner("delete from server_parts"));

async function health(path = "") {
  const response = await app.visit().send(`/health${path}`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { code: response.status, ...(await jsonOf(response)) };
}

/** The installation's health after a new query, which runs once a second. */
const settled = (expected: object) => expect.poll(() => health(), { interval: 100 }).toEqual(expected);

/** Records another process's check of a part, so many seconds ago. */
const note = (part: string, seenAgo: number, workedAgo: number) =>
  app.asOwner(
    `insert into server_parts (part, process_id, seen_at, worked_at)
      values ($1, gen_random_uuid(), now() - make_interval(secs => $2), now() - make_interval(secs => $3))`,
    [part, seenAgo, workedAgo],
  );

const well = { database: "works", listener: "works", worker: "works", intake: "works" };

test("a web process is ready by itself; the installation needs a worker and a receiver anywhere", async () => {
  await until(async () => (await health("/ready")).code === 200);
  expect(await health("/ready")).toEqual({ code: 200, status: "ok", parts: { database: "works", listener: "works" } });
  await settled({ code: 503, status: "trouble", parts: { ...well, worker: "fails", intake: "fails" } });
  await note("worker", 20, 20);
  await note("receiver", 20, 20);
  await settled({ code: 200, status: "ok", parts: well });
});

test("a worker not seen or not working is missing, unless another one works", async () => {
  await note("receiver", 1, 1);
  await note("worker", 110, 110);
  await settled({ code: 503, status: "trouble", parts: { ...well, worker: "fails" } });
  await note("worker", 1, 110);
  await settled({ code: 503, status: "trouble", parts: { ...well, worker: "fails" } });
  await note("worker", 1, 1);
  await settled({ code: 200, status: "ok", parts: well });
});

test("no mail comes in while a disk is full or without a receiver; webhooks suffice", async () => {
  await note("worker", 1, 1);
  await settled({ code: 503, status: "trouble", parts: { ...well, intake: "fails" } });
  await note("receiver", 1, 1);
  await note("disk", 1, 60);
  await settled({ code: 503, status: "trouble", parts: { ...well, intake: "fails" } });
  await app.asOwner("delete from server_parts where part = 'disk'");
  await settled({ code: 200, status: "ok", parts: well });
  await app.asOwner("delete from server_parts where part = 'receiver'");
  Object.assign(app.services.settings.webhooks, { rawKey: "a-key" });
  await settled({ code: 200, status: "ok", parts: well });
});

test("being alive does not depend on other processes", async () => {
  expect(await health("/live")).toMatchObject({ code: 200, status: "ok" });
});

test("a process without a website serves its health beside the metrics", async () => {
  const worker = await openDesk({ roles: ["worker"], metrics: { host: "127.0.0.1", port: 0 } });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${worker.metricsPort}${path}`)).json();
  const works = { status: "ok", parts: { database: "works", worker: "works" } };
  await expect.poll(() => ask("/health/ready")).toEqual(works);
  // Others read its records a moment later.
  const installation = { status: "trouble", parts: { ...works.parts, intake: "fails" } };
  await expect.poll(() => ask("/health")).toEqual(installation);
  expect(await ask("/health/live")).toMatchObject({ status: "ok", parts: { worker: "works", disk: "works" } });
  await worker.stop();
});

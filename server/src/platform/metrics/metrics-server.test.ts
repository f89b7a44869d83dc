import { expect, test } from "vitest";
import type { Health } from "../parts/health.ts";
import { startMetricsServer } from "./metrics-server.ts";

const pool = { totalCount: 3, idleCount: 1, waitingCount: 4, options: { max: 5 } as never };
const nothingElse = { liveConnections: null, smtpSessions: null };

const start = (backlog: () => Promise<null>, onError: (fault: unknown) => void, health: Health = new Map()) =>
  startMetricsServer({ host: "127.0.0.1", port: 0 }, { pool, ...nothingElse, backlog }, health, onError);

async function scrape(backlog: () => Promise<null>): Promise<{ text: string; faults: unknown[] }> {
  const faults: unknown[] = [];
  const onError = (fault: unknown) => void faults.push(fault);
  const server = await start(backlog, onError);
  try {
    return { text: await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text(), faults };
  } finally {
    await server.close();
  }
}

test("reports an absent database as a value, beside the process's own", async () => {
  const { text, faults } = await scrape(() => Promise.reject(new Error("away")));
  expect(text).toContain("\ndeskhand_database_up 0\n");
  expect(text).toContain('deskhand_database_connections{state="busy"} 2\n');
  expect(text).toContain("deskhand_database_connection_waiters 4\n");
  expect(text).not.toContain("deskhand_queue_jobs");
  expect(faults).toEqual([new Error("away")]);
});

test("waits at most five seconds for a silent database, with one query for all scrapes", async () => {
  let queries = 0;
  const never = () => {
    queries += 1;
    return new Promise<null>(() => {});
  };
  const server = await start(never, () => {});
  const url = `http://127.0.0.1:${server.port}/metrics`;
  const texts = await Promise.all([1, 2, 3].map(async () => (await fetch(url)).text()));
  for (const text of texts) expect(text).toContain("\ndeskhand_database_up 0\n");
  expect(queries).toBe(1);
  await server.close();
});

test("serves the health checks too, and nothing else", async () => {
  const body = { status: "trouble", parts: { database: "fails" } } as const;
  const tell = async () => ({ status: 503, headers: { "cache-control": "no-store" }, body }) as const;
  const server = await start(
    async () => null,
    () => {},
    new Map([["/health/ready", tell]]),
  );
  const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  const response = await ask("/health/ready?from=probe");
  expect([response.status, response.headers.get("cache-control"), await response.json()]).toEqual([
    503,
    "no-store",
    body,
  ]);
  for (const path of ["/health", "/", "/metrics/", "/api/tickets"]) expect((await ask(path)).status).toBe(404);
  for (const path of ["/health/ready", "/metrics"]) expect((await ask(path, "POST")).status).toBe(404);
  await server.close();
});

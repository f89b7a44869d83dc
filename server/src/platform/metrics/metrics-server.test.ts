import { expect, test } from "vitest";
import { startMetricsServer } from "./metrics-server.ts";

const pool = { totalCount: 3, idleCount: 1, waitingCount: 4, options: { max: 5 } as never };
const nothingElse = { liveConnections: null, smtpSessions: null };

async function scrape(backlog: () => Promise<null>): Promise<{ text: string; faults: unknown[] }> {
  const faults: unknown[] = [];
  const onError = (fault: unknown) => void faults.push(fault);
  const server = await startMetricsServer({ host: "127.0.0.1", port: 0 }, { pool, ...nothingElse, backlog }, onError);
  try {
    return { text: await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text(), faults };
  } finally {
    await server.close();
  }
}

test("a database that is away is a figure, and the process's own are told", async () => {
  const { text, faults } = await scrape(() => Promise.reject(new Error("away")));
  expect(text).toContain("\ndeskhand_database_up 0\n");
  expect(text).toContain('deskhand_database_connections{state="busy"} 2\n');
  expect(text).toContain("deskhand_database_connection_waiters 4\n");
  expect(text).not.toContain("deskhand_queue_jobs");
  expect(faults).toEqual([new Error("away")]);
});

test("a database that says nothing is waited for five seconds, and asked once however many ask", {
  timeout: 15_000,
}, async () => {
  let asked = 0;
  const never = () => {
    asked += 1;
    return new Promise<null>(() => {});
  };
  const server = await startMetricsServer(
    { host: "127.0.0.1", port: 0 },
    { pool, ...nothingElse, backlog: never },
    () => {},
  );
  const url = `http://127.0.0.1:${server.port}/metrics`;
  const began = performance.now();
  const texts = await Promise.all([1, 2, 3].map(async () => (await fetch(url)).text()));
  expect(performance.now() - began).toBeGreaterThan(4_900);
  for (const text of texts) expect(text).toContain("\ndeskhand_database_up 0\n");
  expect(asked).toBe(1);
  await server.close();
});

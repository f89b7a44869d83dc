import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { copyTestDatabase, type TestDatabase } from "../../testing/test-databases.ts";
import { listen } from "./listen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
});
afterAll(() => database.drop());

/** The database behind a door that can be shut. */
async function openDoor(port = 0): Promise<{ server: Server; port: number; shut(): Promise<void> }> {
  const { host, port: pgPort } = new pg.Client({ connectionString: database.ownerUrl });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${pgPort}` } : { host, port: pgPort };
  const sockets = new Set<Socket>();
  const server = createServer((outer) => {
    const inner = connect(target);
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy()); // Shutting the door is what the test is about.
    }
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async shut() {
      const closed = once(server.close(), "close");
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

test("a database that is away for a while is asked for once a second, by one asker, and heard again", async () => {
  const door = await openDoor();
  const url = new URL(database.ownerUrl);
  url.hostname = "127.0.0.1";
  url.port = String(door.port);
  url.searchParams.delete("host");
  const heard: string[] = [];
  let gaps = 0;
  let errors = 0;
  const listener = await listen(url.href, "door_test", {
    onNotice: (payload) => heard.push(payload),
    onGap: () => {
      gaps += 1;
    },
    onError: () => {
      errors += 1;
    },
  });
  await door.shut();
  await sleep(4_500);
  expect(errors).toBeGreaterThanOrEqual(3);
  expect(errors).toBeLessThanOrEqual(12);
  const again = await openDoor(door.port);
  await expect.poll(() => gaps, { timeout: 5_000 }).toBe(1);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query("select pg_notify('door_test', 'hello')");
  await expect.poll(() => heard).toEqual(["hello"]);
  await client.end();
  await listener.stop();
  await again.shut();
});

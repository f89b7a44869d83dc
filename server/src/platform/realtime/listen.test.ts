import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openWayToDatabase } from "../../../../stand-ins/way-to-database.ts";
import { copyTestDatabase, type TestDatabase } from "../../testing/test-databases.ts";
import { listen } from "./listen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
});
afterAll(() => database.drop());

test("a database that is away for a while is asked for once a second, by one asker, and heard again", async () => {
  const door = await openWayToDatabase(database.ownerUrl);
  const heard: string[] = [];
  let gaps = 0;
  let errors = 0;
  const listener = await listen(door.url, "door_test", {
    onNotice: (payload) => heard.push(payload),
    onGap: () => {
      gaps += 1;
    },
    onError: () => {
      errors += 1;
    },
  });
  await door.shut();
  const shutAt = performance.now();
  await expect.poll(() => errors, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
  expect(errors).toBeLessThanOrEqual(3 + (3 * (performance.now() - shutAt)) / 1_000);
  const again = await openWayToDatabase(database.ownerUrl, door.port);
  await expect.poll(() => gaps, { timeout: 20_000 }).toBe(1);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query("select pg_notify('door_test', 'hello')");
  await expect.poll(() => heard).toEqual(["hello"]);
  await client.end();
  await listener.stop();
  await again.shut();
});

test("a connection that falls silent is noticed by its beat, and another one hears what is told from then on", async () => {
  const way = await openWayToDatabase(database.ownerUrl);
  const heard: string[] = [];
  let gaps = 0;
  const handlers = {
    onNotice: (payload: string) => heard.push(payload),
    onGap: () => {
      gaps += 1;
    },
    onError: () => undefined,
  };
  const listener = await listen(way.url, "silence_test", handlers, { everyMs: 100, withinMs: 3_000 });
  // While it is well it stays as it is.
  await sleep(600);
  expect([listener.hears(), gaps]).toEqual([true, 0]);
  way.fallSilent();
  const told = listener.notify("into the void");
  await expect(told).rejects.toThrow();
  expect(listener.hears()).toBe(false);
  await expect.poll(() => gaps).toBe(1);
  await listener.notify("hello");
  await expect.poll(() => heard).toEqual(["hello"]);
  expect(listener.hears()).toBe(true);
  // Stopping waits for nobody who is silent.
  way.fallSilent();
  const began = performance.now();
  await listener.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  await way.shut();
});

test("while the database stays silent the connection is asked for again and again, and a stop ends that", async () => {
  const way = await openWayToDatabase(database.ownerUrl);
  const handlers = { onNotice: () => undefined, onGap: () => undefined, onError: () => undefined };
  const listener = await listen(way.url, "silence_test", handlers, { everyMs: 50, withinMs: 1_000 });
  way.fallSilent(true);
  await expect.poll(() => listener.hears()).toBe(false);
  await sleep(1_200);
  await listener.stop();
  expect(listener.hears()).toBe(false);
  await way.shut();
});

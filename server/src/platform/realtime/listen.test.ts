import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openWayToDatabase } from "../../../../stand-ins/way-to-database.ts";
import { copyTestDatabase, type TestDatabase } from "../../testing/test-databases.ts";
import { type Beat, listenerName, openListening } from "./listen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
});
afterAll(() => database.drop());

test("reconnects with a single loop while the database is away, and hears notices again", async () => {
  const door = await openWayToDatabase(database.ownerUrl);
  const received: string[] = [];
  let gaps = 0;
  let errors = 0;
  const listener = await listen(door.url, "door_test", {
    onNotice: (payload) => received.push(payload),
    onGap: () => {
      gaps += 1;
    },
    onError: () => {
      errors += 1;
    },
  });
  await door.shut();
  await expect.poll(() => errors).toBeGreaterThanOrEqual(4);
  const reopened = await openWayToDatabase(database.ownerUrl, door.port);
  await expect.poll(() => gaps).toBe(1);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query("select pg_notify('door_test', 'hello')");
  await expect.poll(() => received).toEqual(["hello"]);
  expect(await countListeners(client)).toBe(1);
  await client.end();
  await listener.stop();
  await reopened.shut();
});

test("detects a silent connection by its heartbeat and replaces it", async () => {
  const way = await openWayToDatabase(database.ownerUrl);
  const received: string[] = [];
  let gaps = 0;
  const handlers = {
    onNotice: (payload: string) => received.push(payload),
    onGap: () => {
      gaps += 1;
    },
    onError: () => undefined,
  };
  const listener = await listen(way.url, "silence_test", handlers, { everyMs: 100, withinMs: 3_000 });
  // A healthy connection stays.
  await hearBeats(3);
  expect([listener.hears(), gaps]).toEqual([true, 0]);
  way.fallSilent();
  const notifying = listener.notify("into the void");
  await expect(notifying).rejects.toThrow();
  expect(listener.hears()).toBe(false);
  await expect.poll(() => gaps).toBe(1);
  await listener.notify("hello");
  await expect.poll(() => received).toEqual(["hello"]);
  expect(listener.hears()).toBe(true);
  // Stopping does not wait for a silent server.
  way.fallSilent();
  await listener.stop();
  await way.shut();
});

test("a stop ends reconnecting while the database is silent", async () => {
  const way = await openWayToDatabase(database.ownerUrl);
  const handlers = { onNotice: () => undefined, onGap: () => undefined, onError: () => undefined };
  const listener = await listen(way.url, "silence_test", handlers, { everyMs: 50, withinMs: 1_000 });
  const before = way.come();
  way.fallSilent(true);
  await expect.poll(() => listener.hears()).toBe(false);
  await expect.poll(() => way.come()).toBe(before + 1);
  await listener.stop();
  expect(listener.hears()).toBe(false);
  await way.shut();
});

test("notices arriving with the first answer after a loss belong to the gap", async () => {
  const way = await openWayToDatabase(database.ownerUrl);
  const calls: string[] = [];
  const handlers = {
    onNotice: (payload: string) => calls.push(payload),
    onGap: () => calls.push("a gap"),
    onError: () => undefined,
  };
  const listener = await listen(way.url, "gap_test", handlers);
  way.reset(true);
  await expect.poll(() => listener.hears()).toBe(false);
  way.answerTogether('listen "gap_test"', "told in the gap");
  way.reset(false);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const listens =
    "select from pg_stat_activity where datname = current_database() and application_name = $1 and state = 'idle' and query like 'listen%'";
  await expect.poll(async () => (await client.query(listens, [listenerName])).rowCount).toBe(1);
  await client.query("select pg_notify('gap_test', 'told in the gap')");
  await expect.poll(() => calls).toEqual(["a gap"]);
  await listener.notify("told after it");
  await expect.poll(() => calls).toEqual(["a gap", "told after it"]);
  await client.end();
  await listener.stop();
  await way.shut();
});

type HandlersWithError = { onNotice: (payload: string) => void; onGap: () => void; onError: () => void };

/** Listens on a channel over its own connection. */
async function listen(url: string, channel: string, { onError, ...handlers }: HandlersWithError, beat?: Beat) {
  const listening = await openListening(url, onError, beat);
  return { ...listening, ...(await listening.hear(channel, handlers)) };
}

async function countListeners(client: pg.Client): Promise<number | null> {
  return (
    await client.query("select from pg_stat_activity where datname = current_database() and application_name = $1", [
      listenerName,
    ])
  ).rowCount;
}

/** Waits until a listener's connection was probed this many times. */
async function hearBeats(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const beats = new Set<string>();
  const started =
    "select query_start::text from pg_stat_activity where datname = current_database() and application_name = $1 and query = 'select'";
  await expect
    .poll(async () => {
      for (const row of (await client.query(started, [listenerName])).rows) beats.add(row.query_start);
      return beats.size;
    })
    .toBeGreaterThanOrEqual(count);
  await client.end();
}

import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { copyTestDatabase, testSecret } from "../../testing/test-databases.ts";
import { urlForRole } from "./roles.ts";
import { asTenantId, type Db, type OpenDb, openDatabase } from "./tenant.ts";

const acme = asTenantId("00000000-0000-4000-8000-000000000001");
const other = asTenantId("00000000-0000-4000-8000-000000000002");
const size = 4;
const patience = { statementMs: 400, lockMs: 200, idleMs: 1_500 };

let db: OpenDb;
let drop: () => Promise<void>;
let ownerUrl: string;
beforeAll(async () => {
  const database = await copyTestDatabase(inject("testDatabases"));
  ({ drop, ownerUrl } = database);
  // Each lost connection emits an error; its running statement fails too.
  db = openDatabase(urlForRole(database.ownerUrl, "app", testSecret), size, () => undefined, patience);
});
afterAll(async () => {
  await db.close();
  await drop();
});

const sleep = (ms: number) => CompiledQuery.raw(`select pg_sleep(${ms / 1_000})`);
const slept = (on: Db, ms: number, tenant = acme) => on.withTenant(tenant, (tx) => tx.executeQuery(sleep(ms)));
const read = (tenant = acme) => db.read<{ one: number }>(tenant, CompiledQuery.raw("select 1 as one"));

test("aborts slow statements of requests on every path, and every connection stays usable", async () => {
  const queries = [
    () => slept(db, 60_000),
    () => db.read(acme, sleep(60_000)),
    () => db.withoutTenant((tx) => tx.executeQuery(sleep(60_000))),
    () => db.pool.query("select pg_sleep(60)"),
  ];
  for (const ask of queries) await expect(ask()).rejects.toMatchObject({ code: "57014" });
  for (const _ of Array(2 * size)) expect(await read()).toEqual([{ one: 1 }]);
  expect(db.pool.totalCount).toBeLessThanOrEqual(size);
});

test("does not limit unhurried work, and restores the connection's limits afterwards", async () => {
  for (const _ of Array(size)) await slept(db.unhurried, 2 * patience.statementMs);
  await expect(slept(db, 60_000)).rejects.toMatchObject({ code: "57014" });
});

test("reports a lock that is held too long, while others go on", async () => {
  const released = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const lock = CompiledQuery.raw("select pg_advisory_xact_lock(74)");
  const holding = db.unhurried.withTenant(acme, async (tx) => {
    await tx.executeQuery(lock);
    released.resolve();
    await over.promise;
  });
  await released.promise;
  const waiting = db.withTenant(acme, (tx) => tx.executeQuery(lock));
  expect(await read(other)).toEqual([{ one: 1 }]);
  await expect(waiting).rejects.toMatchObject({ code: "55P03" });
  over.resolve();
  await holding;
  await db.withTenant(acme, (tx) => tx.executeQuery(lock));
});

test("an idle transaction loses its connection, which is not reused", async () => {
  const idle = db.withTenant(acme, async (tx) => {
    const { rows } = await tx.executeQuery<{ pid: number }>(CompiledQuery.raw("select pg_backend_pid() as pid"));
    const alive = "select from pg_stat_activity where pid = $1";
    await expect.poll(async () => (await db.pool.query(alive, [rows[0]?.pid])).rowCount).toBe(0);
    await tx.executeQuery(sleep(0));
  });
  await expect(idle).rejects.toThrow();
  for (const _ of Array(2 * size)) expect(await read()).toEqual([{ one: 1 }]);
});

test("many requests of one store leave a connection to others", async () => {
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  await holder.query("select pg_advisory_lock(75)");
  const lock = CompiledQuery.raw("select pg_advisory_xact_lock_shared(75)");
  const wait = () => db.unhurried.withTenant(acme, (tx) => tx.executeQuery(lock));
  const many = Promise.all(Array.from({ length: 6 }, wait));
  await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(size - 1);
  expect(db.pool.waitingCount).toBe(0);
  // None of them may proceed yet.
  expect(await read(other)).toEqual([{ one: 1 }]);
  await holder.end();
  await many;
});

test("requests of one store take turns, and a failed one returns its place", async () => {
  const failing = Array.from({ length: 10 }, () =>
    db.withTenant(acme, async () => {
      throw new Error("It fails");
    }),
  );
  await Promise.allSettled(failing);
  await Promise.all(Array.from({ length: 10 }, () => read()));
});

import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { openWayToDatabase } from "../../../../stand-ins/way-to-database.ts";
import { makeTestTenant } from "../../testing/make-test-tenant.ts";
import { asOwner } from "../../testing/store/as-owner.ts";
import { copyTestDatabase, testSecret } from "../../testing/test-databases.ts";
import { answerMs, connectionTo, jobPatience, openSignInDatabase, requestPatience } from "./pool.ts";
import { type DatabaseRole, urlForRole } from "./roles.ts";
import { asTenantId, type Db, type OpenDb, openDatabase } from "./tenant.ts";

const acme = asTenantId("00000000-0000-4000-8000-000000000001");
const size = 4;
/** The number of connections of a store. */
const callers = 3;
/** How long each silence lasts; even a busy machine opens a connection within it. */
const patience = { statementMs: 1_200, lockMs: 200, idleMs: 5_000 };
const unhurried = { statementMs: 1_600, lockMs: 0, idleMs: 0 };

async function openWay(role: DatabaseRole) {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const way = await openWayToDatabase(ownerUrl);
  onTestFinished(async () => {
    await way.shut();
    await drop();
  });
  return { ownerUrl, fallSilent: way.fallSilent, url: urlForRole(way.url, role, testSecret) };
}

const selectOne = CompiledQuery.raw("select 1 as one");
const doors: readonly (readonly [string, (db: OpenDb) => Promise<unknown>])[] = [
  ["a request's transaction", (db) => db.withTenant(acme, (tx) => tx.executeQuery(selectOne))],
  ["a request's read", (db) => db.read(acme, selectOne)],
  ["a request without a store", (db) => db.withoutTenant((tx) => tx.executeQuery(selectOne))],
  ["a job's transaction", ({ unhurried }) => unhurried.withTenant(acme, (tx) => tx.executeQuery(selectOne))],
  ["a job's read", ({ unhurried }) => unhurried.read(acme, selectOne)],
  ["a job without a store", ({ unhurried }) => unhurried.withoutTenant((tx) => tx.executeQuery(selectOne))],
  ["the pool itself", (db) => db.pool.query("select 1")],
];

test("a query on a silent connection fails in time, and the next ones get another connection", async () => {
  const { url, fallSilent } = await openWay("app");
  const db = openDatabase(url, size, () => undefined, patience, unhurried);
  for (const [name, ask] of doors) {
    await Promise.all(Array.from({ length: callers }, () => ask(db)));
    fallSilent();
    const results = await Promise.allSettled(Array.from({ length: callers }, () => ask(db)));
    expect(
      results.some(({ status }) => status === "rejected"),
      name,
    ).toBe(true);
    for (const _ of Array(size)) await ask(db);
    expect(db.pool.totalCount).toBeLessThanOrEqual(size);
  }
  await db.close();
});

test("reuses no connection after one was lost in use", async () => {
  const { url, fallSilent } = await openWay("app");
  const losses: Error[] = [];
  const db = openDatabase(url, size, (error) => losses.push(error), patience, unhurried);
  for (const [name, ask] of doors) {
    await Promise.all(Array.from({ length: callers }, () => ask(db)));
    fallSilent();
    await expect(ask(db), name).rejects.toThrow();
    await Promise.all(Array.from({ length: callers }, () => ask(db)));
  }
  // Dropped connections are not reported as losses.
  expect(losses.length).toBeLessThanOrEqual(doors.length);
  await db.close();
  expect(db.pool.totalCount).toBe(0);
});

test("renews a pool with its partners, opening no more connections than needed", async () => {
  const { url, fallSilent } = await openWay("app");
  // Nobody waits for a silent connection here.
  const db = openDatabase(url, size, () => undefined, requestPatience, jobPatience);
  const signIn = openSignInDatabase(url, () => undefined, requestPatience, db.pool);
  const ask = () => Promise.all([db.read(acme, selectOne), signIn.executeQuery(selectOne)]);
  await Promise.all(Array.from({ length: callers }, ask));
  let opened = 0;
  db.pool.on("connect", () => {
    opened += 1;
  });
  fallSilent();
  // A loss may be noticed more than once.
  db.pool.renew();
  db.pool.renew();
  await ask();
  expect(opened).toBe(1);
  await Promise.all([db.close(), signIn.destroy()]);
});

test("a transaction whose connection falls silent ends and blocks nobody", async () => {
  const { url, fallSilent } = await openWay("app");
  const db = openDatabase(url, size, () => undefined, patience, unhurried);
  const cut = (on: Db) =>
    on.withTenant(acme, async (tx) => {
      fallSilent();
      await tx.executeQuery(selectOne);
    });
  for (const on of [db, db.unhurried]) {
    await expect(cut(on)).rejects.toThrow("Query read timeout");
    await expect(on.read(acme, selectOne)).resolves.toEqual([{ one: 1 }]);
  }
  await db.close();
});

test("silence between numbering events and the commit delays the store's others by at most 10 seconds", async () => {
  const { ownerUrl, url } = await openWay("app");
  const owner = new pg.Pool({ connectionString: ownerUrl });
  const { id } = await makeTestTenant((...args) => asOwner(owner, ...args));
  await owner.end();
  const db = openDatabase(url, 1, () => undefined, patience, unhurried);
  const idleLimit = (on: Db, numbered: boolean) =>
    on.withTenant(id, async (tx) => {
      if (numbered) await sql`select add_events('{}', '{}', '{}')`.execute(tx);
      const { rows } = await sql<{ limit: string }>`
        select current_setting('idle_in_transaction_session_timeout') as limit`.execute(tx);
      return rows[0]?.limit;
    });
  for (const [on, usual] of [[db, "5s"] as const, [db.unhurried, "0"] as const]) {
    expect(await idleLimit(on, false)).toBe(usual);
    expect(await idleLimit(on, true)).toBe("10s");
    expect(await idleLimit(on, false)).toBe(usual);
  }
  await db.close();
});

test("covers the sign-in's connections, too", async () => {
  const { url, fallSilent } = await openWay("auth");
  const db = openSignInDatabase(url, () => undefined, patience);
  await sql`select 1`.execute(db);
  fallSilent();
  await expect(sql`select 1`.execute(db)).rejects.toThrow("Query read timeout");
  await sql`select 1`.execute(db);
  fallSilent();
  const cut = db.transaction().execute((tx) => sql`select 1`.execute(tx));
  await expect(cut).rejects.toThrow("Query read timeout");
  await sql`select 1`.execute(db);
  await db.destroy();
});

test("both sides probe after 30 seconds of silence, and no answer is awaited for more than 75", () => {
  const { connectionString, ...config } = connectionTo(
    "postgres://a:b@db.example/desk?sslmode=require&options=-c%20jit%3Doff",
  );
  expect(config).toEqual({ keepAlive: true, keepAliveInitialDelayMillis: 30_000, connectionTimeoutMillis: 10_000 });
  const { searchParams } = new URL(connectionString);
  expect(searchParams.get("sslmode")).toBe("require");
  expect(searchParams.get("options")).toMatch(/^-c jit=off -c tcp_keepalives_idle=30 .*tcp_user_timeout=60000$/);
  expect([requestPatience, jobPatience].map(answerMs)).toEqual([18_750, 75_000]);
});

test("the server applies the requested keepalive settings", async () => {
  const { url } = await openWay("app");
  const db = openDatabase(url, 1, () => undefined, patience);
  // A Unix socket always reports 0.
  const { rows } = await db.pool.query("show tcp_keepalives_idle");
  expect(rows[0].tcp_keepalives_idle).toMatch(/^(?:0|30)$/);
  await db.close();
});

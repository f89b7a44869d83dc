import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { Acting } from "../acting.ts";
import { FairPlaces } from "../bounded-work/fair-queue.ts";
import { fail } from "../fail.ts";
import type { Database } from "./database.ts";
import { isId } from "./ids.ts";
import { isCollision } from "./lost-database.ts";
import {
  answerMs,
  createAppPool,
  jobPatience,
  limited,
  namedQuery,
  type Patience,
  type RenewingPool,
  withNamedStatements,
} from "./pool.ts";

declare const tenantId: unique symbol;
/** A tenant's id (docs/product.md#tenants). */
export type TenantId = string & { readonly [tenantId]: true };

type EventRow = { id: string; type: string; payload: string };

/** What a transaction did to a thing, such as a step in a ticket's trail, for whoever reacts before it ends. */
export type Noted = { id: string; about: string; kind: string; details: Record<string, unknown>; by: Acting };

/** The origin of a request. */
export type CalledFrom = { ip: string | null; userAgent: string | undefined };
/** A tenant with the origin of its request. */
type Caller = { tenantId: TenantId; calledFrom: CalledFrom };

/** A transaction that sees exactly one tenant's rows. */
export type TenantTx = Kysely<Database> & {
  readonly tenantId: TenantId;
  /** Origin of the request, kept in the audit log; null outside requests. */
  readonly calledFrom: CalledFrom | null;
  /** Emitted events, written together when the transaction ends. */
  readonly emitted: EventRow[];
  /** What it did so far; domains react to it before it ends. */
  readonly noted: Noted[];
};
/** A transaction that sees global tables only: every tenant table raises an error. */
export type GlobalTx = Kysely<Database> & { readonly tenantId: null };

/** Returns one tenant's rows of a single read-only statement. */
export type Read = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/**
 * `plan: "once"` plans statements for any values instead of those of each call, which halves the cost of short
 * statements by key. `commit: "soon"` does not wait for the disk: for work that is repeated after a power cut and that
 * nobody was told of. Later commits are never on disk without it.
 */
export type How = { plan?: "once"; commit?: "soon" };

export type Db = {
  /** Runs `work` in one transaction of a tenant or a person's request; an error rolls everything back. */
  withTenant<T>(tenant: TenantId | Caller, work: (tx: TenantTx) => Promise<T>, how?: How): Promise<T>;
  /** Returns one tenant's rows of a single read-only statement, in its own transaction and one round trip. */
  read<Row>(tenant: TenantId, query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs `work` in a transaction without a tenant, before the tenant is known. */
  withoutTenant<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T>;
  /** The pool itself, for code without a tenant or that manages connections. */
  pool: RenewingPool;
  close(): Promise<void>;
};

/** Converts a string to a tenant's id; throws if it is not a UUID, because it becomes an SQL literal. */
export function asTenantId(value: string): TenantId {
  if (!isId(value)) throw new TypeError(`Not a tenant id: ${JSON.stringify(value)}`);
  return value as TenantId;
}

/** The tenant of work before any tenant exists, such as a job of a sign-up: it sees no tenant's rows. */
export const noTenant = asTenantId("00000000-0000-0000-0000-000000000000");

/** The pool for requests, and `unhurried` for work nobody waits for: jobs and incoming mail. */
export type OpenDb = Db & { unhurried: Db };

/**
 * Opens the application's pool of at most `max` connections; `url` signs in as the application role. Requests and
 * unhurried work have their own time limits, and no store can hold all connections.
 */
export function openDatabase(
  url: string,
  max: number,
  onError: (error: Error) => void,
  patience: Patience | null = null,
  unhurried = jobPatience,
): OpenDb {
  const pool = createAppPool(url, max, onError, patience);
  const withPlace = placesFor(max);
  const open = (extra: string, waitMs: number): Db => {
    const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool, waitMs) }) });
    return {
      pool,
      withTenant(caller, work, { plan, commit } = {}) {
        const { tenantId, calledFrom } = typeof caller === "string" ? { tenantId: caller, calledFrom: null } : caller;
        const begin = `${beginFor(tenantId)}${extra}${plan ? genericPlans : ""}${commit ? asyncCommit : ""}`;
        const inTransaction = async (connection: Kysely<Database>) => {
          const tx = Object.assign(connection, { tenantId, calledFrom, emitted: [], noted: [] });
          const result = await work(tx);
          if (tx.noted.length > 0) await settleNoted(tx);
          await writeEmitted(tx);
          return result;
        };
        return withPlace(tenantId, () => transaction(kysely, begin, inTransaction));
      },
      read: (tenant, query) => withPlace(tenant, () => read(pool, tenant, query, { extra, waitMs })),
      withoutTenant: (work) =>
        transaction(kysely, `begin${extra}`, (tx) => work(Object.assign(tx, { tenantId: null }))),
      // Kysely only ends a pool that it has used.
      close: () => pool.end(),
    };
  };
  const plain = open("", 0);
  return { ...plain, unhurried: patience ? open(limitsFor(unhurried), answerMs(unhurried)) : plain };
}

/** Reading a file within a transaction needs two. */
const leastForStore = 2;
/** Equals the wait for a connection of the pool. */
const waitsMs = 10_000;

/**
 * Reserves a quarter of the connections, at least one if there are more than two, from any single store: a store's
 * extra work waits here without delaying others.
 */
function placesFor(max: number): <T>(store: TenantId, work: () => Promise<T>) => Promise<T> {
  const most = Math.max(leastForStore, max - Math.ceil(max / 4));
  const places = new FairPlaces({ group: most, member: most });
  return async (store, work) => {
    // Work before a store is known counts for none.
    if (store === noTenant) return work();
    const leave = await places.enter({ group: store, member: store }, waitsMs);
    if (!leave) throw fail("took_too_long");
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

const beginFor = (tenant: TenantId) => `begin; set local app.client_id = '${asTenantId(tenant)}'`;
const limitsFor = ({ statementMs, lockMs, idleMs }: Patience) =>
  `; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idleMs}`;
const asyncCommit = "; set local synchronous_commit = off";
const genericPlans = "; set local plan_cache_mode = force_generic_plan";

/**
 * Switches the transaction to a tenant. Only for intake, where one mail is logged for several tenants and nothing is
 * emitted.
 */
export async function enterTenant(tx: GlobalTx | TenantTx, tenant: TenantId): Promise<TenantTx> {
  await sql`select set_config('app.client_id', ${asTenantId(tenant)}, true)`.execute(tx);
  return Object.assign(tx as Kysely<Database>, { tenantId: tenant, calledFrom: null, emitted: [], noted: [] });
}

/**
 * Processes items one by one, each in a savepoint: an error undoes what its item wrote and emitted, and the rest go on.
 * Waits for locks are short, because earlier items hold theirs; a deadlock ends with the item's failure.
 */
export async function eachAlone<Item, Result>(
  tx: TenantTx,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const send = (text: string) => tx.executeQuery(CompiledQuery.raw(text));
  const results: PromiseSettledResult<Result>[] = [];
  await send("set local lock_timeout = '300ms'; savepoint item");
  for (const item of items) {
    if (results.at(-1)?.status === "fulfilled") await send("release savepoint item; savepoint item");
    const [emitted, noted] = [tx.emitted.length, tx.noted.length];
    try {
      results.push({ status: "fulfilled", value: await work(item) });
    } catch (reason) {
      tx.emitted.length = emitted;
      tx.noted.length = noted;
      await send("rollback to savepoint item");
      results.push({ status: "rejected", reason });
    }
  }
  // The commit may wait: its locks block nobody it waits for.
  await send("set local lock_timeout = 0");
  return results;
}

/**
 * Does something that is undone if it throws, with what it emitted and noted; the rest of the transaction goes on. A collision with
 * another transaction is thrown, as whoever began the transaction repeats the whole.
 */
export async function undoable<Result>(
  tx: TenantTx,
  work: () => Promise<Result>,
): Promise<PromiseSettledResult<Result>> {
  const say = (text: string) => tx.executeQuery(CompiledQuery.raw(text));
  const [emitted, noted] = [tx.emitted.length, tx.noted.length];
  await say("savepoint undoable");
  try {
    const value = await work();
    await say("release savepoint undoable");
    return { status: "fulfilled", value };
  } catch (reason) {
    tx.emitted.length = emitted;
    tx.noted.length = noted;
    await say("rollback to savepoint undoable");
    if (isCollision(reason)) throw reason;
    return { status: "rejected", reason };
  }
}

type Settle = (tx: TenantTx) => Promise<void>;
let settleNoted: Settle = async () => undefined;

/** Sets what reacts to what a transaction noted, before it ends; called once, before anything is served. */
export function setSettling(settle: Settle): void {
  settleNoted = settle;
}

async function writeEmitted(tx: TenantTx): Promise<void> {
  if (tx.emitted.length === 0) return;
  const column = (name: keyof EventRow) => tx.emitted.map((event) => event[name]);
  const [ids, types, payloads] = [column("id"), column("type"), column("payload")];
  await sql`select add_events(${ids}::uuid[], ${types}::text[], ${payloads}::jsonb[])`.execute(tx);
}

function transaction<T>(
  kysely: Kysely<Database>,
  begin: string,
  work: (tx: Kysely<Database>) => Promise<T>,
): Promise<T> {
  return kysely.connection().execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(begin));
    let result: T;
    try {
      result = await work(tx);
    } catch (error) {
      await rollBack(tx);
      throw error;
    }
    const { rows } = await tx.executeQuery<{ command: string }>(CompiledQuery.raw("commit"));
    if (rows[0]?.command === "ROLLBACK") throw new Error("The transaction was aborted by an earlier error");
    return result;
  });
}

// Sends all three before the first returns; if one fails, so do the later ones, and nothing is read.
async function read<Row>(
  pool: pg.Pool,
  tenant: TenantId,
  { sql, parameters }: CompiledQuery<Row>,
  { extra, waitMs }: { extra: string; waitMs: number },
): Promise<Row[]> {
  const client = await pool.connect();
  const { stream } = client.connection;
  stream.cork();
  const sent = Promise.allSettled([
    client.query(`begin read only; set local app.client_id = '${asTenantId(tenant)}'${extra}`),
    client.query<unknown[]>({ ...limited(namedQuery(sql, parameters), waitMs), rowMode: "array" }),
    client.query("commit"),
  ]);
  // One write instead of three: system calls dominate the cost of a short read.
  stream.uncork();
  const [begin, result, ended] = await sent;
  const isLost = begin.status === "rejected" || ended.status === "rejected";
  client.release(isLost);
  if (result.status === "rejected") throw result.reason;
  if (isLost) throw new Error("The transaction of a read could not be begun or ended");
  return toObjects(result.value);
}

// The driver would build a row template for every result, which costs more than a page of rows.
function toObjects<Row>({ rows, fields }: pg.QueryArrayResult<unknown[]>): Row[] {
  const names = fields.map((field) => field.name);
  return rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i += 1) object[names[i] as string] = row[i];
    return object as Row;
  });
}

async function rollBack(tx: Kysely<Database>): Promise<void> {
  try {
    await tx.executeQuery(CompiledQuery.raw("rollback"));
  } catch {
    // A lost connection has ended the transaction; the first error says why.
  }
}

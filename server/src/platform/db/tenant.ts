import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { Acting } from "../acting.ts";
import { FairPlaces } from "../bounded-work/fair-queue.ts";
import { fail } from "../fail.ts";
import type { Database } from "./database.ts";
import { isId } from "./ids.ts";
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
/** The id of a tenant (docs/product.md#tenants). */
export type TenantId = string & { readonly [tenantId]: true };

/** An event as it is stored. */
type EventRow = { id: string; type: string; payload: string };

/** What a transaction did to a thing, such as a step in a ticket's trail, for whoever reacts before it ends. */
export type Noted = { id: string; about: string; kind: string; details: Record<string, unknown>; by: Acting };

/** From where somebody asks, as their request tells. */
export type CalledFrom = { ip: string | null; userAgent: string | undefined };
/** Somebody who asks for something of their tenant's. */
type Caller = { tenantId: TenantId; calledFrom: CalledFrom };

/** A transaction that sees exactly one tenant's rows. */
export type TenantTx = Kysely<Database> & {
  readonly tenantId: TenantId;
  /** From where it is asked for, which the audit log keeps; null for what no request asks for. */
  readonly calledFrom: CalledFrom | null;
  /** What was emitted and is written when the transaction ends, all of it at once. */
  readonly emitted: EventRow[];
  /** What it did so far that has not been reacted to. */
  readonly noted: Noted[];
};
/** A transaction that sees global tables only: every tenant table raises. */
export type GlobalTx = Kysely<Database> & { readonly tenantId: null };

/** Returns the rows of one statement that only reads, of one tenant. */
export type Read = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/**
 * How statements are planned: for the values of each call where that looks cheaper, or `once` for any values, which spares
 * short statements by key half of their cost. And whether the disk has to have it at once: `soon` is for what is done again where a
 * power cut takes it back, as nobody was told of it; what is committed after it is never there without it.
 */
export type How = { plan?: "once"; commit?: "soon" };

export type Db = {
  /** Runs `work` in one transaction of one tenant, or of a person's; what it throws rolls everything back. */
  withTenant<T>(tenant: TenantId | Caller, work: (tx: TenantTx) => Promise<T>, how?: How): Promise<T>;
  /** Returns the rows of one statement that only reads, in a transaction of its own of one tenant, in one round trip. */
  read<Row>(tenant: TenantId, query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs `work` in one transaction without a tenant, for what comes before a tenant is known. */
  withoutTenant<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T>;
  /** The pool itself, for what knows no tenant yet or looks after the connections. */
  pool: RenewingPool;
  close(): Promise<void>;
};

/** A string as a tenant's id; throws when it is no UUID, because it is put into SQL as a literal. */
export function asTenantId(value: string): TenantId {
  if (!isId(value)) throw new TypeError(`Not a tenant id: ${JSON.stringify(value)}`);
  return value as TenantId;
}

/** The tenant of what comes before any tenant, such as a job for somebody who signs up: no tenant's row is seen by it. */
export const noTenant = asTenantId("00000000-0000-0000-0000-000000000000");

/** A pool as requests use it, who are waited for, and as what nobody waits for does: jobs, and mail that comes in. */
export type OpenDb = Db & { unhurried: Db };

/**
 * Opens the application's pool of at most `max` connections; `url` signs in as the application role. Requests have the patience
 * that is given, what is unhurried has its own, and no store ever holds all connections.
 */
export function openDatabase(
  url: string,
  max: number,
  onError: (error: Error) => void,
  patience: Patience | null = null,
  unhurried = jobPatience,
): OpenDb {
  const pool = createAppPool(url, max, onError, patience);
  const holding = holdingIn(max);
  const open = (further: string, waitMs: number): Db => {
    const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool, waitMs) }) });
    return {
      pool,
      withTenant(whose, work, { plan, commit } = {}) {
        const { tenantId, calledFrom } = typeof whose === "string" ? { tenantId: whose, calledFrom: null } : whose;
        const begin = `${beginFor(tenantId)}${further}${plan ? keepPlans : ""}${commit ? commitSoon : ""}`;
        const inTransaction = async (bare: Kysely<Database>) => {
          const tx = Object.assign(bare, { tenantId, calledFrom, emitted: [], noted: [] });
          const result = await work(tx);
          if (tx.noted.length > 0) await settleNoted(tx);
          await writeEmitted(tx);
          return result;
        };
        return holding(tenantId, () => transaction(kysely, begin, inTransaction));
      },
      read: (tenant, query) => holding(tenant, () => read(pool, tenant, query, { further, waitMs })),
      withoutTenant: (work) =>
        transaction(kysely, `begin${further}`, (tx) => work(Object.assign(tx, { tenantId: null }))),
      // Kysely ends the pool only where it was asked for anything itself.
      close: () => pool.end(),
    };
  };
  const plain = open("", 0);
  return { ...plain, unhurried: patience ? open(sayPatience(unhurried), answerMs(unhurried)) : plain };
}

/** Who reads a file in the middle of a transaction has two. */
const leastForStore = 2;
/** As long as a connection of the pool is waited for. */
const waitsMs = 10_000;

/**
 * Keeps a quarter of a pool's connections, one at least where there are more than two, from any one store: what it asks for
 * beyond the others waits here, and not before everybody else.
 */
function holdingIn(max: number): <T>(store: TenantId, work: () => Promise<T>) => Promise<T> {
  const most = Math.max(leastForStore, max - Math.ceil(max / 4));
  const places = new FairPlaces({ group: most, member: most });
  return async (store, work) => {
    // What comes before a store is known is no store's.
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
const sayPatience = ({ statementMs, lockMs, idleMs }: Patience) =>
  `; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idleMs}`;
const commitSoon = "; set local synchronous_commit = off";
const keepPlans = "; set local plan_cache_mode = force_generic_plan";

/** From here on the transaction sees this tenant: for intake alone, where one mail is logged for several and nothing is emitted. */
export async function enterTenant(tx: GlobalTx | TenantTx, tenant: TenantId): Promise<TenantTx> {
  await sql`select set_config('app.client_id', ${asTenantId(tenant)}, true)`.execute(tx);
  return Object.assign(tx as Kysely<Database>, { tenantId: tenant, calledFrom: null, emitted: [], noted: [] });
}

/**
 * Does something with one item after the other, each for itself: what one throws undoes what it wrote and emitted, and
 * the others go on. None waits long for a lock, because those before it hold theirs: it fails, and those whom it would have
 * waited for in a circle go on.
 */
export async function eachAlone<Item, Result>(
  tx: TenantTx,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const say = (text: string) => tx.executeQuery(CompiledQuery.raw(text));
  const results: PromiseSettledResult<Result>[] = [];
  await say("set local lock_timeout = '300ms'; savepoint item");
  for (const item of items) {
    if (results.at(-1)?.status === "fulfilled") await say("release savepoint item; savepoint item");
    const [emitted, noted] = [tx.emitted.length, tx.noted.length];
    try {
      results.push({ status: "fulfilled", value: await work(item) });
    } catch (reason) {
      tx.emitted.length = emitted;
      tx.noted.length = noted;
      await say("rollback to savepoint item");
      results.push({ status: "rejected", reason });
    }
  }
  // The commit may wait: it holds nothing that somebody else could be waiting with.
  await say("set local lock_timeout = 0");
  return results;
}

/** Does something that is undone if it throws, with what it emitted and noted; the rest of the transaction goes on. */
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

// All three are on their way before the first returns; should one fail, so do those after it, and nothing is read.
async function read<Row>(
  pool: pg.Pool,
  tenant: TenantId,
  { sql, parameters }: CompiledQuery<Row>,
  { further, waitMs }: { further: string; waitMs: number },
): Promise<Row[]> {
  const client = await pool.connect();
  const { stream } = client.connection;
  stream.cork();
  const sent = Promise.allSettled([
    client.query(`begin read only; set local app.client_id = '${asTenantId(tenant)}'${further}`),
    client.query<unknown[]>({ ...limited(namedQuery(sql, parameters), waitMs), rowMode: "array" }),
    client.query("commit"),
  ]);
  // One write instead of one for each message: system calls are the larger part of a short read.
  stream.uncork();
  const [begun, result, ended] = await sent;
  const isLost = begun.status === "rejected" || ended.status === "rejected";
  client.release(isLost);
  if (result.status === "rejected") throw result.reason;
  if (isLost) throw new Error("The transaction of a read could not be begun or ended");
  return toObjects(result.value);
}

// The driver would make a template of the row for every result, which costs more than a page's rows themselves.
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
    // The connection is gone and the transaction with it; the first error says why.
  }
}

import { createHash } from "node:crypto";
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import pg from "pg";
import { isLostDatabase } from "./lost-database.ts";

const oids = { int8: 20, timestamptz: 1184 } as const;

/** Times leave the database as ISO strings, counts as numbers and amounts as strings, as in the contract. */
const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary") {
      if (oid === oids.int8) return Number;
      if (oid === oids.timestamptz) return toIsoTime;
    }
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

const databaseTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/;

/**
 * Converts PostgreSQL's `2026-11-21 07:03:21.5+00` to ISO 8601 with milliseconds, five times as fast as a Date.
 * "infinity" stays.
 */
export function toIsoTime(text: string): string {
  const [, day, time, fraction = ""] = databaseTime.exec(text) ?? [];
  if (day) return `${day}T${time}.${fraction.padEnd(3, "0")}Z`;
  return text === "infinity" ? text : new Date(text).toISOString();
}

/**
 * Connection options with which both sides notice a silently dropped connection, as after a failover or by a firewall:
 * TCP probes after 30 seconds of silence, and the server releases its locks within a minute. TCP resends a pending
 * request for 15 minutes, so callers need their own time limits. `further` are session settings as `-c name=value`.
 */
export function connectionTo(url: string, ...further: string[]) {
  const address = new URL(url);
  const ownOptions = address.searchParams.get("options");
  address.searchParams.set("options", [...(ownOptions ? [ownOptions] : []), keepaliveOptions, ...further].join(" "));
  return {
    connectionString: address.href,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  } satisfies pg.ClientConfig;
}

/** Ends a connection, and drops it after a second without an answer. */
export async function endConnection(client: pg.Client): Promise<void> {
  const overdue = setTimeout(() => client.connection.stream.destroy(), 1_000);
  await client.end();
  clearTimeout(overdue);
}

const keepaliveOptions =
  "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=5 -c tcp_user_timeout=60000";

// Sends statements without waiting for earlier results. An answer that is late ends the connection with all that waits
// behind it.
const pipelined: pg.PoolConfig = { pipeline: true };
const appTypes: pg.PoolConfig = { types };

/**
 * How long a statement may run or wait for a lock, and a transaction may idle, in milliseconds; 0 means no limit.
 * Exceeding a limit ends the work but keeps the connection.
 */
export type Patience = { statementMs: number; lockMs: number; idleMs: number };

/** Nobody waits longer for a page: a later answer would only occupy a connection. */
export const requestPatience: Patience = { statementMs: 15_000, lockMs: 5_000, idleMs: 60_000 };

/**
 * Nobody waits for jobs and incoming mail, which may pause between statements; but no single statement takes minutes.
 */
export const jobPatience: Patience = { statementMs: 60_000, lockMs: 0, idleMs: 0 };

/** Returns how long to wait for an answer; the database gives up earlier. */
export function answerMs({ statementMs }: Patience): number {
  return 1.25 * statementMs;
}

/** Creates the application's pool of at most `max` connections, with the given time limits or none. */
export function createAppPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  patience: Patience | null,
): RenewingPool {
  return createPool(url, max, onError, { ...appTypes, ...(patience && patientFor(patience)) });
}

/** Returns connection options that apply these limits to the session and its answers. */
export function patientFor(patience: Patience) {
  const { statementMs, lockMs, idleMs } = patience;
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
    query_timeout: answerMs(patience),
  } satisfies pg.ClientConfig;
}

/**
 * A pool that survives lost connections: each loss is reported to `onError` and the next query gets a new connection.
 * If a connection is lost in use, idle ones are dropped too: they are probably dead, and each would make somebody wait
 * in vain.
 */
export class RenewingPool extends pg.Pool {
  /** Pools of the same database, renewed together with this one. */
  readonly beside = new Set<RenewingPool>();

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    super(config);
    // The pool handles errors of idle connections only; without this, one lost in a transaction would end the process.
    this.on("connect", (client) => client.on("error", onError));
    // `onError` already has the errors of idle connections.
    this.on("error", () => undefined);
    this.on("release", (error, client) => {
      if (client.connection.stream.destroyed || isLostDatabase(error)) this.renew();
    });
  }

  /** Drops all idle connections, when another one has shown that they are dead. */
  renew(): void {
    const letGo = (_error: Error | undefined, client: pg.PoolClient | undefined) => {
      client?.release(true);
      client?.connection.stream.destroy();
    };
    // Idle connections are already promised to waiting callers; later ones would get a new one for nothing.
    for (let left = this.idleCount - this.waitingCount; left > 0; left -= 1) this.connect(letGo);
    for (const pool of this.beside) pool.renew();
  }
}

function createPool(url: string, max: number, onError: (error: Error) => void, config: pg.PoolConfig): RenewingPool {
  return new RenewingPool({ ...connectionTo(url), ...pipelined, ...config, max, idleTimeoutMillis: 30_000 }, onError);
}

// A stuck transaction would hold its connection for good, and a few of them would block everybody's sign-in.
const signInIdleMs = 20_000;

/**
 * Opens the sign-in library's own pool with its own role, renewed with another pool. The library names its tables
 * itself, so they are not typed here.
 */
export function openSignInDatabase(
  url: string,
  onError: (error: Error) => void,
  patience = requestPatience,
  renewedWith?: RenewingPool,
): Kysely<Record<string, never>> {
  // The library expects the driver's Date objects.
  const own = createPool(url, 4, onError, patientFor({ ...patience, idleMs: signInIdleMs }));
  renewedWith?.beside.add(own);
  const pool = forKysely(own, (text, values) => ({ text, values: [...values] }));
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** Builds the driver's query for a statement. */
type ToQuery = (text: string, values: readonly unknown[]) => pg.QueryConfig;

/** Adapts a pool for Kysely; a dead connection is not returned to the pool. */
function forKysely(pool: pg.Pool, toQuery: ToQuery): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const release = (destroy?: boolean) => client.release(destroy || client.connection.stream.destroyed);
      const known = wrapped.get(client) ?? clientForKysely(client, release, toQuery);
      wrapped.set(client, known);
      return known;
    },
  };
}

/** Adapts a connection for Kysely, with a callback for its release. */
export function clientForKysely(
  client: pg.ClientBase,
  release: PostgresPoolClient["release"],
  toQuery: ToQuery = byName,
): PostgresPoolClient {
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(sql: string | PostgresCursor<R>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new TypeError("Results are read whole, never through a cursor");
    return client.query(toQuery(sql, parameters));
  }
  return { query, release };
}

/**
 * Adapts a pool for Kysely with a time limit for each answer. Each connection prepares a statement once and then runs
 * it by name, as parsing and planning is half the cost of a short query. Only the first 1,000 different statements are
 * named.
 */
export function withNamedStatements(pool: pg.Pool, waitMs: number): PostgresPool {
  return forKysely(pool, (text, values) => limited(byName(text, values), waitMs));
}

function byName(text: string, values: readonly unknown[]): pg.QueryConfig {
  return values.length === 0 ? { text } : namedQuery(text, values);
}

/** Limits how long a statement's answer is awaited; 0 keeps the connection's own limit. */
export function limited(query: pg.QueryConfig, waitMs: number): pg.QueryConfig & { query_timeout?: number } {
  return waitMs > 0 ? { ...query, query_timeout: waitMs } : query;
}

/** Names a statement so that each connection prepares it once. */
export function namedQuery(text: string, parameters: readonly unknown[]): pg.QueryConfig {
  const name = statementName(text);
  return { ...(name ? { name } : {}), text, values: [...parameters] };
}

const names = new Map<string, string>();
const mostNames = 1_000;

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

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

const oids = { int8: 20, timestamptz: 1184 } as const;

/** Times leave the database as ISO strings, counts as numbers, and amounts with their digits, as the contract has them. */
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

/** As PostgreSQL writes a time, `2026-11-21 07:03:21.5+00`, to ISO 8601 with milliseconds; five times as fast as by a Date. "infinity" stays. */
function toIsoTime(text: string): string {
  const [, day, time, fraction = ""] = databaseTime.exec(text) ?? [];
  if (day) return `${day}T${time}.${fraction.padEnd(3, "0")}Z`;
  return text === "infinity" ? text : new Date(text).toISOString();
}

// What is known to follow is sent without waiting for the result of what came before.
const appReading: pg.PoolConfig = { types, pipeline: true };

/**
 * How long a statement may run, wait for a lock, and a transaction wait for its next statement, in milliseconds: a session begins
 * with these, and the connection goes on without whoever waited too long.
 */
export type Patience = { statementMs: number; lockMs: number; idleMs: number };

/** A person waits no longer for a page: whoever answers later only keeps a connection from others. */
export const requestPatience: Patience = { statementMs: 15_000, lockMs: 5_000, idleMs: 60_000 };

/** The application's pool of at most `max` connections; its sessions are as patient as is said, or without end. */
export function createAppPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  patience: Patience | null,
): pg.Pool {
  return createPool(url, max, onError, { ...appReading, ...(patience && patientFor(patience)) });
}

function patientFor({ statementMs, lockMs, idleMs }: Patience): pg.PoolConfig {
  return { statement_timeout: statementMs, lock_timeout: lockMs, idle_in_transaction_session_timeout: idleMs };
}

/** A pool that outlives lost connections: each error goes to `onError`, the next query gets a new connection. */
function createPool(url: string, max: number, onError: (error: Error) => void, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  pool.on("error", onError);
  // The pool listens to connections at rest only: one that is lost in the middle of a transaction would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

// A transaction that waits for what never comes would keep its connection, and with a few of them everybody's sign-in, for good.
const soonOver = patientFor({ ...requestPatience, idleMs: 20_000 });

/** The sign-in library's own pool, as its role; the library names its tables itself, so they are not typed here. */
export function openSignInDatabase(url: string, onError: (error: Error) => void): Kysely<Record<string, never>> {
  // The library reads times as dates, as the driver gives them.
  return new Kysely({ dialect: new PostgresDialect({ pool: createPool(url, 4, onError, soonOver) }) });
}

/**
 * The pool as Kysely takes it; each statement is prepared once per connection and then sent by its name, as parsing and
 * planning is about half of a short query's cost. Statements beyond the first 1,000 different ones go unnamed.
 */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? named(client, (destroy) => client.release(destroy));
      wrapped.set(client, known);
      return known;
    },
  };
}

/** A connection as Kysely takes it, with what it does when Kysely needs it no more. */
export function named(client: pg.ClientBase, release: PostgresPoolClient["release"]): PostgresPoolClient {
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(sql: string | PostgresCursor<R>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new TypeError("Results are read whole, never through a cursor");
    if (parameters.length === 0) return client.query(sql);
    return client.query(namedQuery(sql, parameters));
  }
  return { query, release };
}

/** A statement that a connection prepares once. */
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

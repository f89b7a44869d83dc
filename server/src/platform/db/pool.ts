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

/**
 * How to connect so that a connection which is dropped without a word, as by a firewall or a failover, is noticed by both sides: TCP
 * asks after 30 seconds of silence, and the server takes back its locks within a minute. What was asked already TCP sends again for
 * 15 minutes: every asker has a limit of their own besides. `further` are settings of its session, as `-c name=value`.
 */
export function connectionTo(url: string, ...further: string[]) {
  const address = new URL(url);
  const given = address.searchParams.get("options");
  address.searchParams.set("options", [...(given ? [given] : []), probes, ...further].join(" "));
  return {
    connectionString: address.href,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  } satisfies pg.ClientConfig;
}

/** Ends a connection; one whose other side says nothing more is dropped after a second. */
export async function endConnection(client: pg.Client): Promise<void> {
  const overdue = setTimeout(() => client.connection.stream.destroy(), 1_000);
  await client.end();
  clearTimeout(overdue);
}

const probes =
  "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=5 -c tcp_user_timeout=60000";

// What is known to follow is sent without waiting for the result of what came before; what is not answered in time ends its
// connection with all that waits behind it.
const pipelined: pg.PoolConfig = { pipeline: true };
const appReading: pg.PoolConfig = { types };

/**
 * How long a statement may run, wait for a lock, and a transaction wait for its next statement, in milliseconds, 0 without end: a session
 * begins with these, and the connection goes on without whoever waited too long.
 */
export type Patience = { statementMs: number; lockMs: number; idleMs: number };

/** A person waits no longer for a page: whoever answers later only keeps a connection from others. */
export const requestPatience: Patience = { statementMs: 15_000, lockMs: 5_000, idleMs: 60_000 };

/** Nobody waits for a job or a mail, which may do other things between two statements; but no statement of theirs takes minutes. */
export const jobPatience: Patience = { statementMs: 60_000, lockMs: 0, idleMs: 0 };

/** How long an answer is waited for: the database would have broken the statement off before. */
export function answerMs({ statementMs }: Patience): number {
  return 1.25 * statementMs;
}

/** The application's pool of at most `max` connections; its sessions are as patient as is said, or without end. */
export function createAppPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  patience: Patience | null,
): RenewingPool {
  return createPool(url, max, onError, { ...appReading, ...(patience && patientFor(patience)) });
}

/** How to connect so that the session is as patient as is said, and its answers are waited for no longer. */
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
 * A pool that outlives lost connections: each loss goes to `onError`, the next query gets a new connection. When one is lost in use,
 * those at rest are let go: what cut or silenced it has mostly done so to them, and each would keep somebody waiting for nothing.
 */
export class RenewingPool extends pg.Pool {
  /** Others that lead to the same database, and are renewed with this one. */
  readonly beside = new Set<RenewingPool>();

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    super(config);
    // The pool listens to connections at rest only: one that is lost in the middle of a transaction would end the process.
    this.on("connect", (client) => client.on("error", onError));
    // Of those at rest it says what they have said themselves.
    this.on("error", () => undefined);
    this.on("release", (error, client) => {
      if (client.connection.stream.destroyed || isLostDatabase(error)) this.renew();
    });
  }

  /** Lets go of all connections at rest, for whoever has learned by another one that they are of no use. */
  renew(): void {
    const letGo = (_error: Error | undefined, client: pg.PoolClient | undefined) => {
      client?.release(true);
      client?.connection.stream.destroy();
    };
    // Those who wait have been promised one already: whoever comes after them would be given a new one, for nothing.
    for (let left = this.idleCount - this.waitingCount; left > 0; left -= 1) this.connect(letGo);
    for (const pool of this.beside) pool.renew();
  }
}

function createPool(url: string, max: number, onError: (error: Error) => void, config: pg.PoolConfig): RenewingPool {
  return new RenewingPool({ ...connectionTo(url), ...pipelined, ...config, max, idleTimeoutMillis: 30_000 }, onError);
}

// A transaction that waits for what never comes would keep its connection, and with a few of them everybody's sign-in, for good.
const soonOverMs = 20_000;

/**
 * The sign-in library's own pool, as its role, renewed with another one; the library names its tables itself, so they are not typed
 * here.
 */
export function openSignInDatabase(
  url: string,
  onError: (error: Error) => void,
  patience = requestPatience,
  renewedWith?: RenewingPool,
): Kysely<Record<string, never>> {
  // The library reads times as dates, as the driver gives them.
  const own = createPool(url, 4, onError, patientFor({ ...patience, idleMs: soonOverMs }));
  renewedWith?.beside.add(own);
  const pool = forKysely(own, (text, values) => ({ text, values: [...values] }));
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** What is sent for a statement. */
type ToQuery = (text: string, values: readonly unknown[]) => pg.QueryConfig;

/** The pool as Kysely takes it; a connection that was dropped meanwhile is not given back, as the next one would get it. */
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

/** A connection as Kysely takes it, with what it does when Kysely needs it no more. */
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
 * The pool as Kysely takes it, each answer waited for as long as is said; each statement is prepared once per connection and then
 * sent by its name, as parsing and planning is about half of a short query's cost. Statements beyond the first 1,000 different
 * ones go unnamed.
 */
export function withNamedStatements(pool: pg.Pool, waitMs: number): PostgresPool {
  return forKysely(pool, (text, values) => limited(byName(text, values), waitMs));
}

function byName(text: string, values: readonly unknown[]): pg.QueryConfig {
  return values.length === 0 ? { text } : namedQuery(text, values);
}

/** A statement whose answer is waited for as long as is said, as its connection does with 0. */
export function limited(query: pg.QueryConfig, waitMs: number): pg.QueryConfig & { query_timeout?: number } {
  return waitMs > 0 ? { ...query, query_timeout: waitMs } : query;
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

import pLimit from "p-limit";
import pg from "pg";
import { connectionTo, endConnection } from "../db/pool.ts";

/** Shows in pg_stat_activity whose connection it is. */
export const claimsName = "deskhand-jobs";

const claim = (id: string) => `hashtextextended('job:' || ${id}, 0)`;

/** No job waits longer than this for being claimed. */
const patienceMs = 5_000;

/** A job that was just taken is not claimed yet: the next look finds it. */
const takenSeconds = 1;

/** Whoever does not say for so long that a job is in hand, which is said every three seconds, hangs, or has lost more than its claims. */
const silentSeconds = 10;

/**
 * A job that was broken off so often is no longer put back, but left to the queue: it counts each further time as a failure, with
 * the kind's pauses, so that a job that ends its process each time does not do so for ever. Nothing else is hurt so often.
 */
export const mostBreakOffs = 30;

// Never waits: what another process claims as well, as it took the job while this one had lost its connection, is claimed.
const exchange = `select pg_advisory_unlock(${claim("id")}) from unnest($1::text[]) as id
  union all select pg_try_advisory_lock(${claim("id")}) from unnest($2::text[]) as id`;

const breakOffs = "coalesce((job.data ->> 'breakOffs')::int, 0)";

// PostgreSQL shows a lock of one 64-bit number as its two halves, with objsubid 1. What is put back is another job: it waits no longer
// than before its last try, which it still has, and whoever has it in hand after all ends nothing by saying so. The upkeep, which
// claims nothing, is never tried again.
const look = `with lost as (
    select job.name, job.id from pgboss.job, lateral (select ${claim("job.id")} as key) as claim
    where job.state = 'active' and job.id::text <> all ($2) and job.retry_limit > 0 and ${breakOffs} < ${mostBreakOffs}
      and job.started_on < now() - make_interval(secs => ${takenSeconds})
      and (job.heartbeat_seconds is not null and job.heartbeat_on < now() - make_interval(secs => ${silentSeconds})
        or not exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32) | objid::bigint = claim.key))
    for update of job skip locked
  ), back as (
    update pgboss.job set id = gen_random_uuid(), state = 'created', start_after = now(), started_on = null, heartbeat_on = null,
      data = job.data || jsonb_build_object('breakOffs', ${breakOffs} + 1)
    from lost where job.name = lost.name and job.id = lost.id returning job.name
  )
  select name from back where name = any ($1) union select name from unnest($1::text[]) as queue (name) where exists (
    select from pgboss.job where job.name = queue.name and job.state in ('created', 'retry') and not job.blocked
      and job.start_after <= now())`;

/**
 * Which jobs this process has in hand, told to the others by locks of a connection of its own: they open when the process is
 * gone, however it went, and whoever looks next puts its jobs back (docs/decisions/0034). Never throws: whoever loses the
 * connection works on, and its jobs may be taken by another as well, which each job has to bear anyway.
 */
export class JobClaims {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #waitMs: number;
  readonly #held = new Set<string>();
  /** Of those, what is not done yet. */
  readonly #inHand = new Set<string>();
  readonly #inTurn = pLimit(1);
  #client: Promise<pg.Client> | null = null;
  #isClosed = false;

  /** An answer of the database is waited for as long as is said. */
  constructor(url: string, onError: (error: Error) => void, waitMs = patienceMs) {
    this.#url = url;
    this.#onError = onError;
    this.#waitMs = Math.min(waitMs, patienceMs);
  }

  /** Claims jobs that were taken, and lets go of others that are done. */
  async exchange(done: readonly string[], taken: readonly string[]): Promise<void> {
    for (const id of done) this.#held.delete(id);
    await this.#ask(exchange, [done, taken]);
    // Also when that failed: the next connection claims them.
    for (const id of taken) {
      this.#held.add(id);
      this.#inHand.add(id);
    }
  }

  /** Notes that jobs are done here. Where the queue does not get to know of it they are put back after a while. */
  endHere(ids: readonly string[]): void {
    for (const id of ids) this.#inHand.delete(id);
  }

  /** Puts back jobs whose process is gone; gives the names of those of these queues in which a job waits to be taken by now. */
  async look(queues: readonly string[]): Promise<string[]> {
    const rows = await this.#ask<{ name: string }>(look, [queues, [...this.#inHand]]);
    return rows.map(({ name }) => name);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => null); // There is none to be closed.
    if (client) await endConnection(client);
  }

  #ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return this.#inTurn(() => this.#askNow<Row>(text, values));
  }

  async #askNow<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    if (this.#isClosed) return [];
    try {
      this.#client ??= this.#connect();
      const client = await this.#client;
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      // Told, and tried again with the next question.
      this.#onError(error instanceof Error ? error : new Error(String(error)));
      return [];
    }
  }

  async #connect(): Promise<pg.Client> {
    const forget = () => {
      this.#client = null;
    };
    const client = new pg.Client({
      ...connectionTo(this.#url),
      application_name: claimsName,
      connectionTimeoutMillis: this.#waitMs,
      // An answer that does not come in time ends the connection.
      pipeline: true,
      query_timeout: this.#waitMs,
    });
    client.on("error", this.#onError);
    client.once("end", forget);
    try {
      await client.connect();
      await client.query(exchange, [[], [...this.#held]]);
      return client;
    } catch (error) {
      forget();
      await endConnection(client);
      throw error;
    }
  }
}

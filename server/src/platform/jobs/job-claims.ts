import pLimit from "p-limit";
import pg from "pg";
import { connectionTo, endConnection } from "../db/pool.ts";

/** Identifies the connection in pg_stat_activity. */
export const claimsName = "deskhand-jobs";

const claim = (id: string) => `hashtextextended('job:' || ${id}, 0)`;

/** The longest a job waits to be claimed. */
const patienceMs = 5_000;

/** A job that was just taken is not claimed yet; the next scan finds it. */
const takenSeconds = 1;

/** Heartbeats come every three seconds; a process silent for this long hangs, or lost more than its claims. */
const silenceSeconds = 10;

/**
 * A job interrupted this often is no longer put back but left to the queue, which counts further interruptions as
 * failures with the kind's delays. Otherwise a job that kills its process would run for ever. No other job is
 * interrupted so often.
 */
export const mostBreakOffs = 30;

// Never waits: a job that another process took while this one had lost its connection stays claimed by that process.
const exchange = `select pg_advisory_unlock(${claim("id")}) from unnest($1::text[]) as id
  union all select pg_try_advisory_lock(${claim("id")}) from unnest($2::text[]) as id`;

const breakOffs = "coalesce((job.data ->> 'breakOffs')::int, 0)";

// pg_locks shows a 64-bit lock as two halves, with objsubid 1. A job is put back under a new id with its tries
// unchanged, so a process that still has it ends nothing. Scheduled upkeep claims nothing and is never retried.
const scan = `with lost as (
    select job.name, job.id from pgboss.job, lateral (select ${claim("job.id")} as key) as claim
    where job.state = 'active' and job.id::text <> all ($2) and job.retry_limit > 0 and ${breakOffs} < ${mostBreakOffs}
      and job.started_on < now() - make_interval(secs => ${takenSeconds})
      and (job.heartbeat_seconds is not null and job.heartbeat_on < now() - make_interval(secs => ${silenceSeconds})
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
 * Publishes which jobs this process is running through advisory locks of its own connection. They end with the process,
 * whatever ended it, and the next scan of any process puts its jobs back (docs/decisions/0034). Never throws: if the
 * connection is lost, jobs run on and may run twice, which every job must bear anyway.
 */
export class JobClaims {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #waitMs: number;
  readonly #held = new Set<string>();
  /** The held jobs that are still running. */
  readonly #inHand = new Set<string>();
  readonly #inTurn = pLimit(1);
  #client: Promise<pg.Client> | null = null;
  #isClosed = false;

  /** `waitMs` limits the wait for an answer of the database. */
  constructor(url: string, onError: (error: Error) => void, waitMs = patienceMs) {
    this.#url = url;
    this.#onError = onError;
    this.#waitMs = Math.min(waitMs, patienceMs);
  }

  /** Claims taken jobs and releases finished ones. */
  async exchange(done: readonly string[], taken: readonly string[]): Promise<void> {
    for (const id of done) this.#held.delete(id);
    await this.#ask(exchange, [done, taken]);
    // Also after a failure: the next connection claims them.
    for (const id of taken) {
      this.#held.add(id);
      this.#inHand.add(id);
    }
  }

  /** Records that jobs have ended here. If the queue does not learn of it, they are put back after a while. */
  markEnded(ids: readonly string[]): void {
    for (const id of ids) this.#inHand.delete(id);
  }

  /**
   * Puts back jobs of dead processes; returns those of the given queues that have a job ready to take, or null if the
   * database did not answer.
   */
  async scan(queues: readonly string[]): Promise<string[] | null> {
    const rows = await this.#ask<{ name: string }>(scan, [queues, [...this.#inHand]]);
    return rows?.map(({ name }) => name) ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => null); // There is no connection to close.
    if (client) await endConnection(client);
  }

  #ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[] | null> {
    return this.#inTurn(() => this.#askNow<Row>(text, values));
  }

  async #askNow<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[] | null> {
    if (this.#isClosed) return null;
    try {
      this.#client ??= this.#connect();
      const client = await this.#client;
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      // Reported; the next query reconnects.
      this.#onError(error instanceof Error ? error : new Error(String(error)));
      return null;
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
      // A late answer ends the connection.
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

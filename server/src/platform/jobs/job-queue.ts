import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss, type WipData } from "pg-boss";
import { answerMs, connectionTo, type Patience, patientFor } from "../db/pool.ts";
import { asTenantId, type TenantId, type TenantTx } from "../db/tenant.ts";
import { describeError } from "../log/describe-error.ts";
import type { Listening } from "../realtime/listen.ts";
import { type Job, type JobHandler, type JobKind, onePerTenant, type Schedule } from "./job.ts";
import { JobClaims } from "./job-claims.ts";
import { type Search, Seeker } from "./seeker.ts";

export type JobQueue = {
  /** Puts a job of the transaction's tenant into its queue: it exists when the transaction commits, and not otherwise. */
  enqueue<Payload extends object>(
    tx: TenantTx,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: {
      startAfterSeconds?: number;
      /** Whether all others of its queue go first. */
      isPatient?: boolean;
    },
  ): Promise<void>;
  /** Starts doing jobs in this process. */
  work<Payload extends object>(handler: JobHandler<Payload>): Promise<void>;
  /** Starts doing upkeep by the clock in this process. */
  schedule(schedule: Pick<Schedule, "name" | "cron">, work: () => Promise<void>): Promise<void>;
  /** Starts doing in this process what a channel of the database says is to be done for a tenant. */
  hear(channel: string, work: (tenantId: TenantId) => Promise<void>): Promise<void>;
  /** Starts looking in this process for what is to be done, every second and when what it gives is called. */
  seek(search: Search): Promise<() => void>;
  /** Throws where something that takes jobs in this process stands. */
  check(): Promise<void>;
  /** Stops taking jobs and waits up to 25 seconds for those in hand. */
  stop(): Promise<void>;
};

/** Where pg-boss tells the name of a queue that got a job: derived from its schema, as it does. */
const newJobs = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

/** How often jobs are looked for whose process is gone, or whose time has come. */
const lookEveryMs = 1_000;
/** As long as what is in hand is waited for at the end. */
const endsWithinMs = 25_000;

type Carried = { tenantId: string; payload: object };

type Options = {
  patience: Patience;
  /** How often each asks that takes jobs, 10 by default: who is not called finds nothing but what a call missed. */
  asksEverySeconds?: number;
  /** Who was given no answer for so long stands. */
  standsMs?: number;
};

/** Opens the job queue; `url` signs in as the application role. */
export async function openJobQueue(
  url: string,
  listening: Listening,
  onError: (error: Error) => void,
  { patience, asksEverySeconds = 10, standsMs = 30_000 }: Options,
): Promise<JobQueue> {
  const boss = new PgBoss({
    // Which jobs were taken and are done: where a power cut takes that back they are done again, which each of them bears anyway.
    ...connectionTo(url, "-c synchronous_commit=off"),
    ...patientFor(patience),
    max: 4,
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", onError);
  await boss.start();
  const claims = new JobClaims(url, onError, answerMs(patience));
  /** By queue, who takes its jobs here. */
  const workers = new Map<string, WorkerCalls>();
  const hearing = await listening.hear(newJobs, {
    onNotice: (queue) => workers.get(queue)?.callOne(),
    onGap: () => {
      for (const calls of workers.values()) calls.callAll();
    },
  });
  let isLooking = false;
  const look = async () => {
    // While the database says nothing each look takes long, and jobs that are to be claimed stand behind it.
    if (isLooking) return;
    isLooking = true;
    try {
      for (const queue of await claims.look([...workers.keys()])) workers.get(queue)?.callOne();
    } finally {
      isLooking = false;
    }
  };
  const hearings: Hearing[] = [];
  const seekers: Seeker[] = [];
  // Also where nobody works: what a worker that was killed had in hand waits for the next one before the queue takes it for failed.
  const looking = setInterval(() => {
    void look();
    for (const seeker of seekers) seeker.call();
  }, lookEveryMs);
  return {
    async enqueue(tx, kind, payload, options = {}) {
      const carried: Carried = { tenantId: tx.tenantId, payload };
      const startAfter = options.startAfterSeconds;
      const when = { ...(startAfter ? { startAfter } : {}), ...(options.isPatient ? { priority: -1 } : {}) };
      await boss.send(kind.name, carried, { db: fromKysely(tx), ...when });
    },
    async work({ kind, concurrency, batch, work }) {
      const options = {
        includeMetadata: true,
        perJobResults: true,
        batchSize: batch,
        pollingIntervalSeconds: asksEverySeconds,
        heartbeatRefreshSeconds: 3,
      } as const;
      const calls = new WorkerCalls((worker) => boss.notifyWorker(worker));
      workers.set(kind.name, calls);
      for (let number = 0; number < concurrency; number += batch) {
        let held: string[] = [];
        const worker = await boss.work<Carried, void, typeof options>(kind.name, options, async (jobs) => {
          calls.begin(worker);
          const taken = jobs.map(({ id }) => id);
          // Those before are marked as done only by now.
          await claims.exchange(held, taken);
          held = taken;
          try {
            return await Promise.all(jobs.map((job) => resultOf(job.id, () => work(unpack(job)))));
          } finally {
            claims.endHere(taken);
            calls.end(worker);
          }
        });
        calls.add(worker);
      }
      await look();
    },
    async schedule({ name, cron }, work) {
      await boss.schedule(name, cron);
      const options = {
        perJobResults: true,
        pollingIntervalSeconds: asksEverySeconds,
      } as const;
      await boss.work(name, options, (jobs) => Promise.all(jobs.map(({ id }) => resultOf(id, work))));
    },
    async hear(channel, work) {
      hearings.push(await hearTenants(listening, channel, work, onError));
    },
    async seek(search) {
      const seeker = new Seeker(search, onError);
      seekers.push(seeker);
      seeker.call();
      return () => seeker.call();
    },
    async check() {
      const since = Date.now() - standsMs;
      const workers = boss.getWipData().filter((worker) => stands(worker, since));
      const standing = [...workers, ...seekers.filter((seeker) => seeker.stands(since))];
      const names = new Set(standing.map(({ name }) => name));
      if (names.size > 0) throw new Error(`No jobs are taken from ${[...names].join(", ")}`);
    },
    async stop() {
      clearInterval(looking);
      const found = seekers.splice(0).map((seeker) => seeker.stop(endsWithinMs));
      await Promise.all(hearings.splice(0).map((hearing) => hearing.stop()));
      hearing.leave();
      await Promise.all([boss.stop({ graceful: true, timeout: endsWithinMs }), ...found]);
      await claims.close();
    },
  };
}

/** Whether a worker has nothing in hand, and has been given no answer by the queue since a time. */
function stands({ count, createdOn, lastFetchedOn, lastJobEndedOn }: WipData, since: number): boolean {
  return count === 0 && Math.max(createdOn, lastFetchedOn ?? 0, lastJobEndedOn ?? 0) < since;
}

// Each job of a batch ends for itself: one that fails is tried again without the others.
async function resultOf(id: string, run: () => Promise<void>): Promise<JobResult> {
  try {
    await run();
    return { id, status: "completed" };
  } catch (error) {
    // The queue keeps it with the job for days: as in the log, nothing of it is what people wrote, nor an address.
    return { id, status: "failed", output: describeError(error) };
  }
}

function unpack<Payload extends object>({ data, retryCount, retryLimit }: JobWithMetadata<Carried>): Job<Payload> {
  const { tenantId, payload } = data;
  return { ...(payload as Payload), tenantId: asTenantId(tenantId), isLastTry: retryCount >= retryLimit };
}

/**
 * Calls those who take the jobs of one queue here. Each that is called asks the database: all of them for each job would ask
 * twenty times for nothing, so one is, whoever was called longest ago, and one more whenever one has found something.
 */
export class WorkerCalls {
  readonly #call: (worker: string) => void;
  /** Who has nothing in hand, in the order in which they are to be called. */
  readonly #idle: string[] = [];

  constructor(call: (worker: string) => void) {
    this.#call = call;
  }

  add(worker: string): void {
    this.#idle.push(worker);
  }

  /** There is a job: where all have one in hand, whoever is done first asks by themselves. */
  callOne(): void {
    const worker = this.#idle.shift();
    if (worker === undefined) return;
    this.#idle.push(worker);
    this.#call(worker);
  }

  /** There may be jobs that nobody was told of. */
  callAll(): void {
    for (const worker of this.#idle) this.#call(worker);
  }

  /** A worker has jobs in hand. It may have been called for another one that came while it asked: somebody else looks. */
  begin(worker: string): void {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    this.callOne();
  }

  /** A worker is done, and asks for more at once: left to itself it takes one batch in each interval, however many wait. */
  end(worker: string): void {
    this.#idle.push(worker);
    this.#call(worker);
  }
}

/** What one tenant does within this time is worked on together. */
const gatherMs = 150;

type Hearing = { stop(): Promise<void> };

/**
 * Works for each tenant that a channel of the database names, soon after it does and once for many times. What is not heard, as the
 * connection was lost or the work failed, is for upkeep by the clock.
 */
async function hearTenants(
  listening: Listening,
  channel: string,
  work: (tenantId: TenantId) => Promise<void>,
  onError: (error: Error) => void,
): Promise<Hearing> {
  const workOnce = onePerTenant(work);
  /** By tenant, what is to begin in a moment. */
  const gathering = new Set<string>();
  const going = new Set<Promise<void>>();
  const isOver = new AbortController();

  async function workSoon(name: string): Promise<void> {
    try {
      await sleep(gatherMs, undefined, { signal: isOver.signal });
      gathering.delete(name);
      await workOnce(asTenantId(name));
    } catch (error) {
      // Stopped before it began; anything else is told.
      if (!isOver.signal.aborted) onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function onNotice(name: string): void {
    if (gathering.has(name) || isOver.signal.aborted) return;
    gathering.add(name);
    const one = workSoon(name).finally(() => going.delete(one));
    going.add(one);
  }

  const heard = await listening.hear(channel, { onNotice, onGap: () => undefined });
  return {
    async stop() {
      isOver.abort();
      heard.leave();
      await Promise.all(going);
    },
  };
}

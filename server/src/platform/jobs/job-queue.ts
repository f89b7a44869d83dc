import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss, type WipData } from "pg-boss";
import { answerMs, connectionTo, type Patience, patientFor } from "../db/pool.ts";
import { asTenantId, type TenantId, type TenantTx } from "../db/tenant.ts";
import { describeError } from "../log/create-log.ts";
import type { Listening } from "../realtime/listen.ts";
import { type Job, type JobHandler, type JobKind, onePerTenant, type Schedule } from "./job.ts";
import { JobClaims } from "./job-claims.ts";
import { type Search, Seeker } from "./seeker.ts";

export type JobQueue = {
  /** Queues a job of the transaction's tenant; it exists only once the transaction commits. */
  enqueue<Payload extends object>(
    tx: TenantTx,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: {
      startAfterSeconds?: number;
      /** Whether all other jobs of its queue go first. */
      isPatient?: boolean;
    },
  ): Promise<void>;
  /** Starts taking a kind of job in this process. */
  work<Payload extends object>(handler: JobHandler<Payload>): Promise<void>;
  /** Starts running scheduled upkeep in this process. */
  schedule(schedule: Pick<Schedule, "name" | "cron">, work: () => Promise<void>): Promise<void>;
  /** Starts working for the tenants that a database channel names. */
  hear(channel: string, work: (tenantId: TenantId) => Promise<void>): Promise<void>;
  /** Starts searching for work every second; the returned function triggers a search. */
  seek(search: Search): Promise<() => void>;
  /** Throws if a worker of this process is stuck. */
  check(): Promise<void>;
  /** Whether it was asked to stop: work of many portions ends between two of them, and leaves the others to who goes on. */
  isStopping(): boolean;
  /** Stops taking jobs and waits up to 25 seconds for running ones. */
  stop(): Promise<void>;
};

/** pg-boss's channel for queues with new jobs, derived from its schema as pg-boss does. */
const newJobs = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

/** How often to scan for jobs of dead processes and for due jobs. */
const scanEveryMs = 1_000;
/** How long to wait for running jobs when stopping. */
const endsWithinMs = 25_000;

type JobData = { tenantId: string; payload: object };

type Options = {
  patience: Patience;
  /** Whether jobs are made by the clock. */
  hasSchedules?: boolean;
  /** How often each worker polls, 10 by default; polling only finds what a notification missed. */
  asksEverySeconds?: number;
  /** A worker without an answer for this long is stuck. */
  stuckAfterMs?: number;
};

/** Opens the job queue; `url` signs in as the application role. */
export async function openJobQueue(
  url: string,
  listening: Listening,
  onError: (error: Error) => void,
  { patience, hasSchedules = true, asksEverySeconds = 10, stuckAfterMs = 30_000 }: Options,
): Promise<JobQueue> {
  const boss = new PgBoss({
    // If a power cut loses the state of jobs they run again, which every job must bear anyway.
    ...connectionTo(url, "-c synchronous_commit=off"),
    ...patientFor(patience),
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: hasSchedules,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", onError);
  await boss.start();
  const claims = new JobClaims(url, onError, answerMs(patience));
  /** This process's workers by queue. */
  const workers = new Map<string, WorkerCalls>();
  const hearing = await listening.hear(newJobs, {
    onNotice: (queue) => workers.get(queue)?.callOne(),
    // The next scan finds what was missed.
    onGap: () => undefined,
  });
  let isScanning = false;
  let scannedAt = Date.now();
  const scan = async () => {
    // If the database is slow, scans take long and would delay the claims queued behind them.
    if (isScanning) return;
    isScanning = true;
    try {
      const ready = await claims.scan([...workers.keys()]);
      if (ready) scannedAt = Date.now();
      for (const queue of ready ?? []) workers.get(queue)?.callOne();
    } finally {
      isScanning = false;
    }
  };
  let firstScan: NodeJS.Immediate | undefined;
  /** Scans for the jobs of queues that are taken from now on, once for those that begin together. */
  const take = (queue: string, calls: WorkerCalls) => {
    workers.set(queue, calls);
    firstScan ??= setImmediate(() => {
      firstScan = undefined;
      void scan();
    });
  };
  const wake = (worker: string) => boss.notifyWorker(worker);
  let isStopping = false;
  const hearings: Hearing[] = [];
  const seekers: Seeker[] = [];
  // Runs even without workers: jobs of a killed worker should be put back before the queue counts them as failed.
  const scanTimer = setInterval(() => {
    void scan();
    for (const seeker of seekers) seeker.call();
  }, scanEveryMs);
  return {
    async enqueue(tx, kind, payload, options = {}) {
      const data: JobData = { tenantId: tx.tenantId, payload };
      const startAfter = options.startAfterSeconds;
      const when = { ...(startAfter ? { startAfter } : {}), ...(options.isPatient ? { priority: -1 } : {}) };
      await boss.send(kind.name, data, { db: fromKysely(tx), ...when });
    },
    async work({ kind, concurrency, batch, work }) {
      const options = {
        includeMetadata: true,
        perJobResults: true,
        batchSize: batch,
        pollingIntervalSeconds: asksEverySeconds,
        heartbeatRefreshSeconds: 3,
      } as const;
      const hire = async () => {
        let claimed: string[] = [];
        const worker = await boss.work<JobData, void, typeof options>(kind.name, options, async (jobs) => {
          calls.begin(worker);
          const taken = jobs.map(({ id }) => id);
          // The previous batch is marked as done only by now.
          await claims.exchange(claimed, taken);
          claimed = taken;
          try {
            return await Promise.all(jobs.map((job) => resultOf(job.id, () => work(unpack(job)))));
          } finally {
            claims.markEnded(taken);
            calls.end(worker);
          }
        });
        return worker;
      };
      const calls = new WorkerCalls({ most: Math.ceil(concurrency / batch), hire, wake, onError });
      take(kind.name, calls);
    },
    async schedule({ name, cron }, work) {
      await boss.schedule(name, cron);
      const options = {
        perJobResults: true,
        pollingIntervalSeconds: asksEverySeconds,
      } as const;
      const hire = () => boss.work(name, options, (jobs) => Promise.all(jobs.map(({ id }) => resultOf(id, work))));
      take(name, new WorkerCalls({ most: 1, hire, wake, onError }));
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
      const since = Date.now() - stuckAfterMs;
      const hired = boss.getWipData().filter((worker) => isStuck(worker, since));
      const stuck = [...hired, ...seekers.filter((seeker) => seeker.isStuck(since))];
      // Without scans nobody learns of jobs that are due, nor of those whose notification was missed.
      const unscanned = scannedAt < since ? workers.keys() : [];
      const names = new Set([...unscanned, ...stuck.map(({ name }) => name)]);
      if (names.size > 0) throw new Error(`No jobs are taken from ${[...names].join(", ")}`);
    },
    isStopping: () => isStopping,
    async stop() {
      isStopping = true;
      clearInterval(scanTimer);
      clearImmediate(firstScan);
      for (const calls of workers.values()) calls.hireNoMore();
      const stoppedSeekers = seekers.splice(0).map((seeker) => seeker.stop(endsWithinMs));
      await Promise.all(hearings.splice(0).map((hearing) => hearing.stop()));
      hearing.leave();
      await Promise.all([boss.stop({ graceful: true, timeout: endsWithinMs }), ...stoppedSeekers]);
      await claims.close();
    },
  };
}

/** Whether an idle worker has had no answer from the queue since a time. */
function isStuck({ count, createdOn, lastFetchedOn, lastJobEndedOn }: WipData, since: number): boolean {
  return count === 0 && Math.max(createdOn, lastFetchedOn ?? 0, lastJobEndedOn ?? 0) < since;
}

// Each job of a batch ends separately, so that only failed ones are retried.
async function resultOf(id: string, run: () => Promise<void>): Promise<JobResult> {
  try {
    await run();
    return { id, status: "completed" };
  } catch (error) {
    // The queue keeps the output for days: as in the log, it may contain no personal text and no address.
    return { id, status: "failed", output: describeError(error) };
  }
}

function unpack<Payload extends object>({ data, retryCount, retryLimit }: JobWithMetadata<JobData>): Job<Payload> {
  const { tenantId, payload } = data;
  return { ...(payload as Payload), tenantId: asTenantId(tenantId), isLastTry: retryCount >= retryLimit };
}

type WorkerMakings = {
  /** How many workers the queue may have. */
  most: number;
  /** Starts a worker, which asks the queue at once; returns its id. */
  hire: () => Promise<string>;
  /** Makes an idle worker ask the queue. */
  wake: (worker: string) => void;
  onError: (error: Error) => void;
};

/**
 * Wakes the workers of one queue, and hires them when jobs first need them: an idle worker costs the database questions.
 * Each woken worker queries the database, so a new job wakes only the one that was woken longest ago, and a worker that
 * finds a job wakes another.
 */
export class WorkerCalls {
  readonly #hire: WorkerMakings["hire"];
  readonly #wake: WorkerMakings["wake"];
  readonly #onError: WorkerMakings["onError"];
  /** Idle workers in the order to wake them. */
  readonly #idle: string[] = [];
  #toHire: number;

  constructor({ most, hire, wake, onError }: WorkerMakings) {
    this.#toHire = most;
    this.#hire = hire;
    this.#wake = wake;
    this.#onError = onError;
  }

  /** Wakes one worker for a new job, or hires one if all are busy. If no more may be hired, the first to finish polls by itself. */
  callOne(): void {
    const worker = this.#idle.shift();
    if (worker === undefined) return void this.#hireOne();
    this.#idle.push(worker);
    this.#wake(worker);
  }

  /** For a queue that stops. */
  hireNoMore(): void {
    this.#toHire = 0;
  }

  /** Marks a worker as busy. It may have been woken for a job that came while it polled, so another one is woken. */
  begin(worker: string): void {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    this.callOne();
  }

  /** Marks a worker as idle and wakes it at once: by itself it would take one batch per interval, however many wait. */
  end(worker: string): void {
    this.#idle.push(worker);
    this.#wake(worker);
  }

  async #hireOne(): Promise<void> {
    if (this.#toHire === 0) return;
    this.#toHire -= 1;
    try {
      this.#idle.push(await this.#hire());
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Notifications of a tenant within this time are handled together. */
const gatherMs = 150;

type Hearing = { stop(): Promise<void> };

/**
 * Works for each tenant that a database channel names, soon after and once for several notifications. Scheduled upkeep
 * does what was missed because of a lost connection or an error.
 */
async function hearTenants(
  listening: Listening,
  channel: string,
  work: (tenantId: TenantId) => Promise<void>,
  onError: (error: Error) => void,
): Promise<Hearing> {
  const workOnce = onePerTenant(work);
  /** Tenants whose work starts in a moment. */
  const pending = new Set<string>();
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();

  async function workSoon(name: string): Promise<void> {
    try {
      await sleep(gatherMs, undefined, { signal: stopped.signal });
      pending.delete(name);
      await workOnce(asTenantId(name));
    } catch (error) {
      // Stopped before it began; other errors are reported.
      if (!stopped.signal.aborted) onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function onNotice(name: string): void {
    if (pending.has(name) || stopped.signal.aborted) return;
    pending.add(name);
    const run = workSoon(name).finally(() => running.delete(run));
    running.add(run);
  }

  const subscription = await listening.hear(channel, { onNotice, onGap: () => undefined });
  return {
    async stop() {
      stopped.abort();
      subscription.leave();
      await Promise.all(running);
    },
  };
}

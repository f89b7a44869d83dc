import { fromKysely, type JobResult, type JobWithMetadata, PgBoss, type WipData } from "pg-boss";
import { answerMs, connectionTo, type Patience, patientFor } from "../db/pool.ts";
import { asTenantId, type TenantId, type TenantTx } from "../db/tenant.ts";
import { describeError } from "../log/describe-error.ts";
import type { Beat } from "../realtime/listen.ts";
import { type Hearing, hearTenants } from "./hear-tenants.ts";
import type { Job, JobHandler, JobKind, Schedule } from "./job.ts";
import { JobClaims } from "./job-claims.ts";

export type JobQueue = {
  /** Puts a job of the transaction's tenant into its queue: it exists when the transaction commits, and not otherwise. */
  enqueue<Payload extends object>(
    tx: TenantTx,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: { startAfterSeconds?: number },
  ): Promise<void>;
  /** Starts doing jobs in this process. */
  work<Payload extends object>(handler: JobHandler<Payload>): Promise<void>;
  /** Starts doing upkeep by the clock in this process. */
  schedule(schedule: Pick<Schedule, "name" | "cron">, work: () => Promise<void>): Promise<void>;
  /** Starts doing in this process what a channel of the database says is to be done for a tenant. */
  hear(channel: string, work: (tenantId: TenantId) => Promise<void>): Promise<void>;
  /** Throws where something that takes jobs in this process stands. */
  check(): Promise<void>;
  /** Stops taking jobs and waits up to 25 seconds for those in hand. */
  stop(): Promise<void>;
};

/** How often jobs are looked for whose process is gone. */
const lookEveryMs = 1_000;

type Carried = { tenantId: string; payload: object };

type Options = {
  patience: Patience;
  beat: Beat;
  /** How often those ask that take what is scheduled, 10 by default; the others ask every two. */
  asksEverySeconds?: number;
  /** Who was given no answer for so long stands. */
  standsMs?: number;
};

/** Opens the job queue; `url` signs in as the application role. */
export async function openJobQueue(
  url: string,
  onError: (error: Error) => void,
  { patience, beat, asksEverySeconds = 10, standsMs = 30_000 }: Options,
): Promise<JobQueue> {
  const boss = new PgBoss({
    ...connectionTo(url),
    ...patientFor(patience),
    max: 4,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: beat.everyMs,
    notifyHeartbeatTimeoutMs: beat.withinMs,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", onError);
  await boss.start();
  const claims = new JobClaims(url, onError, answerMs(patience));
  /** By queue, who takes its jobs here. */
  const workers = new Map<string, string[]>();
  let isLooking = false;
  const lookForLost = async () => {
    // While the database says nothing each look takes long, and jobs that are to be claimed stand behind it.
    if (isLooking) return;
    isLooking = true;
    try {
      for (const queue of await claims.putBack([...workers.keys()]))
        for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
    } finally {
      isLooking = false;
    }
  };
  let looking: NodeJS.Timeout | undefined;
  const hearings: Hearing[] = [];
  return {
    async enqueue(tx, kind, payload, options = {}) {
      const carried: Carried = { tenantId: tx.tenantId, payload };
      const startAfter = options.startAfterSeconds;
      await boss.send(kind.name, carried, { db: fromKysely(tx), ...(startAfter ? { startAfter } : {}) });
    },
    async work({ kind, concurrency, batch, work }) {
      const options = {
        includeMetadata: true,
        perJobResults: true,
        batchSize: batch,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
        heartbeatRefreshSeconds: 3,
      } as const;
      const here: string[] = [];
      for (let number = 0; number < concurrency; number += batch) {
        let held: string[] = [];
        const worker = await boss.work<Carried, void, typeof options>(kind.name, options, async (jobs) => {
          const taken = jobs.map(({ id }) => id);
          // Those before are marked as done only by now.
          await claims.exchange(held, taken);
          held = taken;
          try {
            return await Promise.all(jobs.map((job) => resultOf(job.id, () => work(unpack(job)))));
          } finally {
            // Left to itself it takes one batch in each interval, however many wait: it asks for the next one at once.
            boss.notifyWorker(worker);
          }
        });
        here.push(worker);
      }
      workers.set(kind.name, here);
      await lookForLost();
      looking ??= setInterval(() => void lookForLost(), lookEveryMs);
    },
    async schedule({ name, cron }, work) {
      await boss.schedule(name, cron);
      const options = {
        perJobResults: true,
        pollingIntervalSeconds: asksEverySeconds,
        // Left to itself it asks every 30 seconds, since it is told of new jobs.
        notifyPollingIntervalSeconds: asksEverySeconds,
      } as const;
      await boss.work(name, options, (jobs) => Promise.all(jobs.map(({ id }) => resultOf(id, work))));
    },
    async hear(channel, work) {
      hearings.push(await hearTenants(url, channel, work, onError, beat));
    },
    async check() {
      const standing = boss.getWipData().filter((worker) => stands(worker, Date.now() - standsMs));
      const names = new Set(standing.map(({ name }) => name));
      if (names.size > 0) throw new Error(`No jobs are taken from ${[...names].join(", ")}`);
    },
    async stop() {
      clearInterval(looking);
      await Promise.all(hearings.splice(0).map((hearing) => hearing.stop()));
      await boss.stop({ graceful: true, timeout: 25_000 });
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

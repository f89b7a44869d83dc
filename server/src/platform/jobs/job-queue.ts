import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import { asTenantId, type TenantId, type TenantTx } from "../db/tenant.ts";
import { type Hearing, hearTenants } from "./hear-tenants.ts";
import type { JobHandler, JobKind, Schedule } from "./job.ts";
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
  /** Stops taking jobs and waits up to 25 seconds for those in hand. */
  stop(): Promise<void>;
};

/** How often jobs are looked for whose process is gone. */
const lookEveryMs = 1_000;

type Carried = { tenantId: string; payload: object };

/** Opens the job queue; `url` signs in as the application role. */
export async function openJobQueue(url: string, onError: (error: Error) => void): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", onError);
  await boss.start();
  const claims = new JobClaims(url, onError);
  /** By queue, who takes its jobs here. */
  const workers = new Map<string, string[]>();
  const lookForLost = async () => {
    for (const queue of await claims.putBack([...workers.keys()]))
      for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
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
            return await Promise.all(jobs.map((job) => resultOf(job, work)));
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
      await boss.work(name, { pollingIntervalSeconds: 10 }, work);
    },
    async hear(channel, work) {
      hearings.push(await hearTenants(url, channel, work, onError));
    },
    async stop() {
      clearInterval(looking);
      await Promise.all(hearings.splice(0).map((hearing) => hearing.stop()));
      await boss.stop({ graceful: true, timeout: 25_000 });
      await claims.close();
    },
  };
}

// Each job of a batch ends for itself: one that fails is tried again without the others.
async function resultOf<Payload extends object>(
  job: JobWithMetadata<Carried>,
  work: JobHandler<Payload>["work"],
): Promise<JobResult> {
  const { tenantId, payload } = job.data;
  const isLastTry = job.retryCount >= job.retryLimit;
  try {
    await work({ ...(payload as Payload), tenantId: asTenantId(tenantId), isLastTry });
    return { id: job.id, status: "completed" };
  } catch (error) {
    // The queue keeps it with the job, and tries the job again.
    return { id: job.id, status: "failed", output: error };
  }
}

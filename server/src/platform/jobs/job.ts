import type { TenantId } from "../db/tenant.ts";
import type { Services } from "../services.ts";

/** A queue of jobs, with its rules for retries. */
export type QueueSettings = {
  readonly name: string;
  /** How many times a failed job is retried. */
  readonly retryLimit: number;
  /** Seconds before the first retry; each further delay about doubles, up to `retryDelayMax`. */
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** Seconds after which a running job is abandoned and retried. */
  readonly expireInSeconds: number;
  /** Whether its jobs send mail; a restored copy does not run those that were waiting in the original. */
  readonly sendsMail?: true;
  /** Whether its jobs belong to no store, or find the store themselves; a moved store does not take them along. */
  readonly isOfNoStore?: true;
};

/** A kind of job: its queue and its payload. */
export type JobKind<Payload extends object> = QueueSettings & {
  /** Never set; only carries the payload's type. */
  readonly payload?: Payload;
};

/** A job as its handler gets it: the payload, its tenant, and whether this is the last try. */
export type Job<Payload extends object> = Payload & { tenantId: TenantId; isLastTry: boolean };

/** A kind of job with its handler. */
export type JobHandler<Payload extends object = object> = {
  kind: JobKind<Payload>;
  /** How many run at once in one process. */
  concurrency: number;
  /** How many are taken and completed together; for many short jobs. */
  batch: number;
  work: (job: Job<Payload>) => Promise<void>;
};

/** Scheduled upkeep that runs once across all processes. */
export type Schedule = { name: string; cron: string; work: (services: Services) => Promise<void> };

/** Returns the queue of a schedule's runs. Failed runs are not retried; the next one follows by the clock. */
export function queueOfSchedule(name: string): QueueSettings {
  return { name, retryLimit: 0, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 600 };
}

/**
 * Runs work once at a time for each tenant in this process, so that a tenant whose work hangs holds up only one job.
 * Calls during a run return at once and make it run once more; if that fails, the first caller's job is retried.
 */
export function onePerTenant(work: (tenantId: TenantId) => Promise<void>): (tenantId: TenantId) => Promise<void> {
  /** Tenants whose work is running; true if it was requested again meanwhile. */
  const running = new Map<TenantId, boolean>();
  return async (tenantId) => {
    if (running.has(tenantId)) {
      running.set(tenantId, true);
      return;
    }
    try {
      do {
        running.set(tenantId, false);
        await work(tenantId);
      } while (running.get(tenantId));
    } finally {
      running.delete(tenantId);
    }
  };
}

import type { TenantId } from "../db/tenant.ts";
import type { Services } from "../services.ts";

/** A queue of jobs, and how often each of them is tried. */
export type QueueSettings = {
  readonly name: string;
  /** How many times it is tried again after a failure. */
  readonly retryLimit: number;
  /** Seconds before the first retry; each further one waits about twice as long, up to `retryDelayMax`. */
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** Seconds after which a running job is given up and tried again. */
  readonly expireInSeconds: number;
  /** Whether it sends mail, which a restored copy does not do by itself for what waited in the original. */
  readonly sendsMail?: true;
  /** Whether it finds out itself whose store it is about, or is about none: a store that moves has none of it. */
  readonly isOfNoStore?: true;
};

/** A kind of job: its queue, and what it carries besides its tenant. */
export type JobKind<Payload extends object> = QueueSettings & {
  /** Never set: carries the payload's type. */
  readonly payload?: Payload;
};

/** What a worker gets: the payload, the tenant to restore before touching data, and whether this is the last try. */
export type Job<Payload extends object> = Payload & { tenantId: TenantId; isLastTry: boolean };

/** A kind of job with the function that does it. */
export type JobHandler<Payload extends object = object> = {
  kind: JobKind<Payload>;
  /** How many of them one process has in hand at a time. */
  concurrency: number;
  /** How many are taken from the queue together and marked as done together: for many short ones. */
  batch: number;
  work: (job: Job<Payload>) => Promise<void>;
};

/** A piece of upkeep that runs by the clock, once over all processes. */
export type Schedule = { name: string; cron: string; work: (services: Services) => Promise<void> };

/** The queue that a schedule's runs go through: a run that fails is not repeated, the next one comes by the clock. */
export function queueOfSchedule(name: string): QueueSettings {
  return { name, retryLimit: 0, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 600 };
}

/**
 * Does work for one tenant at a time in this process, so that a tenant whose work hangs holds up one job and not all. Who asks
 * while it runs has it done once more by whoever runs it, and need not wait: when that one fails, its job is tried again.
 */
export function onePerTenant(work: (tenantId: TenantId) => Promise<void>): (tenantId: TenantId) => Promise<void> {
  /** Whose work is going on; true when it was asked for again since it began. */
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

import type { TenantId } from "../db/tenant.ts";

/** A kind of job: its queue, what it carries besides its tenant, and how often it is tried. */
export type JobKind<Payload extends object> = {
  readonly name: string;
  /** How many times it is tried again after a failure. */
  readonly retryLimit: number;
  /** Seconds before the first retry; each further one waits about twice as long, up to `retryDelayMax`. */
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** Seconds after which a running job is given up and tried again. */
  readonly expireInSeconds: number;
  /** Never set: carries the payload's type. */
  readonly payload?: Payload;
};

/** What a worker gets: the payload, the tenant to restore before touching data, and whether this is the last try. */
export type Job<Payload extends object> = Payload & { tenantId: TenantId; isLastTry: boolean };

/** A kind of job with the function that does it. */
export type JobHandler<Payload extends object = object> = {
  kind: JobKind<Payload>;
  /** How many of them one process does at a time. */
  concurrency: number;
  work: (job: Job<Payload>) => Promise<void>;
};

/** A piece of upkeep that runs by the clock, once over all processes. */
export type Schedule = { name: string; cron: string; work: () => Promise<void> };

import { Gathering } from "../../../platform/bounded-work/gather.ts";
import { asTenantId, type Db, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { TokenBuckets } from "../../../platform/http/budgets/token-buckets.ts";
import type { JobKind } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { intakeLimits } from "../intake-limits.ts";

/**
 * Processes one mail of the log. Its retries take about ten minutes in all, so that a full disk or a long restart does not make a
 * customer's mail fail.
 */
export const processMailJob: JobKind<{ mailLogId: string }> = {
  name: "mail.process",
  retryLimit: 9,
  retryDelay: 2,
  retryDelayMax: 300,
  expireInSeconds: 300,
};

/** Limits the mails of a tenant in one transaction, and the tenant's open transactions. */
const batching = { most: 32, atOnce: 2 };

/** A mail to queue for later; `note` runs in the same transaction and cancels the delay if it returns false. */
type PostponedMail = { id: string; when: Delay; note?: (tx: TenantTx) => Promise<unknown> };
/** The delay of a mail's next look, and whether it lets all other mail go first. */
export type Delay = { afterSeconds: number; isPatient?: boolean };

/** Puts mails off; simultaneous mails of one tenant share a transaction. */
export class Postponer {
  readonly #later: Gathering<PostponedMail, undefined>;

  constructor(services: Pick<Services, "db" | "jobs">) {
    this.#later = new Gathering((tenant, mails) => postpone(services, asTenantId(tenant), mails), batching);
  }

  /** Queues a new job for a mail. A retry would count as a failure, and would go ahead of mail that came meanwhile. */
  async add(tenantId: TenantId, mail: PostponedMail): Promise<void> {
    await this.#later.add(tenantId, mail);
  }
}

async function postpone({ db, jobs }: Pick<Services, "db" | "jobs">, tenantId: TenantId, mails: PostponedMail[]) {
  const postponeAll = async (tx: TenantTx) => {
    for (const { id, when, note } of mails) {
      if ((await note?.(tx)) === false) continue;
      const { afterSeconds: startAfterSeconds, isPatient = false } = when;
      await jobs.enqueue(tx, processMailJob, { mailLogId: id }, { startAfterSeconds, isPatient });
    }
  };
  await db.withTenant(tenantId, postponeAll, { plan: "once", commit: "soon" });
  return mails.map(() => undefined);
}

const budgets = new WeakMap<Db["pool"], TokenBuckets>();

/**
 * Whether a mail that is queued at `now`, in milliseconds of the process's clock, goes behind other stores' mail, because its store
 * gets more mail than people write.
 */
export function isOverBudget({ pool }: Pick<Db, "pool">, tenant: TenantId, now: number): boolean {
  const budget = budgets.get(pool) ?? new TokenBuckets(intakeLimits.promptBudget);
  budgets.set(pool, budget);
  if (budget.waitMs(tenant, now) > 0) return true;
  budget.take(tenant, now);
  return false;
}

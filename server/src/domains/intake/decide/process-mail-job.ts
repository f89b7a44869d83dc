import { Gathering } from "../../../platform/bounded-work/gather.ts";
import { asTenantId, type Db, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { TokenBuckets } from "../../../platform/http/budgets/token-buckets.ts";
import type { JobKind } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { intakeLimits } from "../intake-limits.ts";

/**
 * One mail of the log through the intake. All its tries together take some ten minutes, so that a full disk or a restart
 * that takes long ends no customer's mail as failed.
 */
export const processMailJob: JobKind<{ mailLogId: string }> = {
  name: "mail.process",
  retryLimit: 9,
  retryDelay: 2,
  retryDelayMax: 300,
  expireInSeconds: 300,
};

/** So many mails of a tenant share a transaction, and so many tenants have one open. */
const together = { most: 32, atOnce: 2 };

/** A mail that is to be taken up later, and what is noted with that; false where it is not to be after all. */
type PutOff = { id: string; when: When; note?: (tx: TenantTx) => Promise<unknown> };
/** When a mail is to come again: after so long, and where it is only to be looked after, behind all others. */
export type When = { afterSeconds: number; isPatient?: boolean };

/** Puts mails off, those of one tenant that come together in one transaction. */
export class PutOffs {
  readonly #later: Gathering<PutOff, undefined>;

  constructor(services: Pick<Services, "db" | "jobs">) {
    this.#later = new Gathering((tenant, mails) => putOff(services, asTenantId(tenant), mails), together);
  }

  /** Has a mail come again, by a job of its own: a retry would count as a failure, and stand before mail that came meanwhile. */
  async add(tenantId: TenantId, mail: PutOff): Promise<void> {
    await this.#later.add(tenantId, mail);
  }
}

async function putOff({ db, jobs }: Pick<Services, "db" | "jobs">, tenantId: TenantId, mails: PutOff[]) {
  const putOffAll = async (tx: TenantTx) => {
    for (const { id, when, note } of mails) {
      if ((await note?.(tx)) === false) continue;
      const { afterSeconds: startAfterSeconds, isPatient = false } = when;
      await jobs.enqueue(tx, processMailJob, { mailLogId: id }, { startAfterSeconds, isPatient });
    }
  };
  await db.withTenant(tenantId, putOffAll, { plan: "once", commit: "soon" });
  return mails.map(() => undefined);
}

const lanes = new WeakMap<Db["pool"], TokenBuckets>();

/**
 * Whether a mail that came now, or whose sender is known by now, in milliseconds of the process's clock, is taken up after other stores'
 * mail: its store gets more than people write, and all others would stand behind it.
 */
export function letsOthersFirst({ pool }: Pick<Db, "pool">, tenant: TenantId, now: number): boolean {
  const lane = lanes.get(pool) ?? new TokenBuckets(intakeLimits.takenUpFirst);
  lanes.set(pool, lane);
  if (lane.waitMs(tenant, now) > 0) return true;
  lane.take(tenant, now);
  return false;
}

import type { Db, TenantId } from "../../platform/db/tenant.ts";
import { TokenBuckets } from "../../platform/http/budgets/token-buckets.ts";
import { intakeLimits } from "./intake-limits.ts";

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

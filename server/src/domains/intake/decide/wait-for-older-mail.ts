import type { TenantTx } from "../../../platform/db/tenant.ts";
import { intakeLimits } from "../intake-limits.ts";
import { hasOlderWaiting, type WaitingMail } from "../log/mail-log.queries.ts";

/** A mail answers one that may be among the older mail still waiting: to be processed again shortly. */
export class WaitForOlderMail extends Error {
  override readonly name = "WaitForOlderMail";
}

/**
 * Whether a mail that answers an unknown one should let older mail come first. To be asked before looking for its
 * thread: what was committed by then is found there.
 */
export async function shouldWaitForOlder(tx: TenantTx, entry: WaitingMail): Promise<boolean> {
  if (entry.isReleased || entry.attempts > intakeLimits.waitsForOlder) return false;
  return hasOlderWaiting(tx, entry.id, intakeLimits.waitSeconds);
}

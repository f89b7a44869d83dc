import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { selectByIdempotencyKey, type Written } from "./messages.queries.ts";

/** Without a ticket it is the one that the request opened. */
type Repeated = Pick<Written, "kind"> & { ticketId?: string };

/**
 * What an earlier request with this key wrote, if any. Fails when that was something else: answering with it would tell
 * that a reply was sent which was not.
 */
export async function findRepeated(
  tx: TenantTx,
  key: string,
  { ticketId, kind }: Repeated,
): Promise<Written | undefined> {
  const earlier = await selectByIdempotencyKey(tx, key);
  if (earlier && (earlier.kind !== kind || (ticketId ?? earlier.ticketId) !== earlier.ticketId)) {
    throw fail("input_invalid", { fields: { idempotencyKey: ["This key was used for something else"] } });
  }
  return earlier;
}

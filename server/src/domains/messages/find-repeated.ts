import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { type NewMessage, selectByIdempotencyKey } from "./messages.queries.ts";

type Repeated = Pick<NewMessage, "ticketId" | "type">;

/**
 * The id of what an earlier request with this key wrote, if any. Fails when that was something else: answering with it
 * would tell that a reply was sent which was not.
 */
export async function findRepeated(
  tx: TenantTx,
  key: string,
  { ticketId, type }: Repeated,
): Promise<string | undefined> {
  const earlier = await selectByIdempotencyKey(tx, key);
  if (earlier && (earlier.ticketId !== ticketId || earlier.type !== type)) {
    throw fail("input_invalid", { fields: { idempotencyKey: ["This key was used for something else"] } });
  }
  return earlier?.id;
}

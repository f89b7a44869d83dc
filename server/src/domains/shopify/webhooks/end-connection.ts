import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { record } from "../../audit/index.ts";
import { selectGrant, wipeTokens } from "./webhooks.queries.ts";

/**
 * Ends the connection to a store that took the app off (docs/product.md#store-webhooks): its tokens go at once, the data stays
 * until the store is disconnected here or its erasure is asked for. A word that is older than the connection, as one that was
 * delivered late, says nothing of it; false then, and where there is nothing to end.
 */
export async function endConnection(tx: TenantTx, shopDomain: string, triggeredAt: Date | null): Promise<boolean> {
  const connection = await selectGrant(tx);
  if (connection?.shopDomain !== shopDomain || isOlder(triggeredAt, connection.grantedAt)) return false;
  if (!(await wipeTokens(tx))) return false;
  await record(tx, null, "store.uninstalled", connection.shopDomain);
  // Where the token was refused before, it was told then.
  await emit(tx, "store.changed", { isConnected: false, ...(connection.revokedAt === null && { lost: shopDomain }) });
  return true;
}

/** Whether something was asked before the store was connected (anew): it is about the connection before. */
export function isOlder(triggeredAt: Date | null, grantedAt: string): boolean {
  return triggeredAt !== null && triggeredAt < new Date(grantedAt);
}

import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { hasRemoval } from "./removals.queries.ts";
import { mayClaim, selectConnection } from "./stores.queries.ts";

/**
 * Fails for a store that this tenant cannot be connected to: it has another one, what came from the one before is still being
 * removed, or the store is another tenant's. To be called
 * before anything is asked of the platform: what an app is granted anew ends the token that it had there, whose ever that is.
 */
export async function refuseTakenStore(tx: TenantTx, shopDomain: string): Promise<void> {
  const connected = await selectConnection(tx);
  if (connected && connected.shop_domain !== shopDomain)
    throw fail("other_store_connected", { shopDomain: connected.shop_domain });
  if (await hasRemoval(tx)) throw fail("store_being_removed");
  if (!(await mayClaim(tx, shopDomain))) throw fail("store_connected_elsewhere");
}

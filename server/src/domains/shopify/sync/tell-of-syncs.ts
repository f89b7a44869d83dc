import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";

/** Pushes that a sync began, went on or ended. */
export function tellOfSyncs(tx: TenantTx): Promise<void> {
  return emit(tx, "store.sync-changed", {});
}

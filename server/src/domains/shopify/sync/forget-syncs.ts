import type { TenantTx } from "../../../platform/db/tenant.ts";
import { holdConnection } from "../connection/stores.queries.ts";
import { deleteSyncs } from "./syncs.queries.ts";

/** Forgets the syncs of a store that is no longer connected: what runs of them saves nothing more. */
export async function forgetSyncs(tx: TenantTx): Promise<void> {
  // One that has to be connected again keeps its history.
  if (!(await holdConnection(tx))) await deleteSyncs(tx);
}

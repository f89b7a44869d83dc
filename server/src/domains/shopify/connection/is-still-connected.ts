import type { TenantTx } from "../../../platform/db/tenant.ts";
import { holdConnection } from "./stores.queries.ts";

/**
 * Whether the connection that something was asked with is still there, until the transaction ends: what a store says is kept for
 * that connection alone. Another store has another one, and so has the same store that was disconnected and connected anew, which
 * reads all again; whoever merely brings a new token keeps theirs.
 */
export async function isStillConnected(tx: TenantTx, connectionId: string): Promise<boolean> {
  return (await holdConnection(tx))?.id === connectionId;
}

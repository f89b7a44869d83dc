import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Whether the tenant's store still takes our token; undefined where none is connected. It stays so until the transaction ends. */
export async function lockConnection(tx: TenantTx): Promise<{ isRevoked: boolean } | undefined> {
  const store = await tx.selectFrom("shopify_stores").select("revoked_at").forKeyShare().executeTakeFirst();
  return store && { isRevoked: store.revoked_at !== null };
}

import type { Selectable } from "kysely";
import type { ShopifyStoresTable } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The tenant's connection, as it is kept; its tokens are sealed. */
export type StoreRow = Selectable<ShopifyStoresTable>;

/** The one store that the tenant is connected to. */
export function selectStore(tx: TenantTx): Promise<StoreRow | undefined> {
  return tx.selectFrom("shopify_stores").selectAll().executeTakeFirst();
}

/** What a grant gives, sealed. Times as ISO 8601. */
export type SealedTokens = Pick<
  StoreRow,
  "access_token" | "refresh_token" | "access_expires_at" | "refresh_expires_at"
>;

/** Replaces tokens by those that they were exchanged for; false when others have taken their place meanwhile. */
export async function replaceTokens(tx: TenantTx, old: Buffer, tokens: SealedTokens): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shopify_stores")
    .set({ ...tokens, updated_at: new Date().toISOString() })
    .where("access_token", "=", old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the store no longer takes this token; false when that was known or another has taken its place. */
export async function setRevoked(tx: TenantTx, token: Buffer): Promise<boolean> {
  const now = new Date().toISOString();
  const { numUpdatedRows } = await tx
    .updateTable("shopify_stores")
    .set({ revoked_at: now, updated_at: now })
    .where("access_token", "=", token)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

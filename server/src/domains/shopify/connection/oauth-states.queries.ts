import type { Insertable } from "kysely";
import type { ShopifyOauthStatesTable } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

export async function insertState(tx: TenantTx, state: Insertable<ShopifyOauthStatesTable>): Promise<void> {
  await tx.insertInto("shopify_oauth_states").values(state).execute();
}

export async function deleteEndedStates(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("shopify_oauth_states").where("expires_at", "<=", new Date().toISOString()).execute();
}

/** Takes a state of this person out: it counts once. Returns the store that it was for, unless its time is over. */
export async function takeState(tx: TenantTx, hash: Buffer, userId: string): Promise<string | undefined> {
  const state = await tx
    .deleteFrom("shopify_oauth_states")
    .where("state_hash", "=", hash)
    .where("user_id", "=", userId)
    .returning(["shop_domain", "expires_at"])
    .executeTakeFirst();
  return state && Date.parse(state.expires_at) > Date.now() ? state.shop_domain : undefined;
}

import { type Insertable, type Selectable, sql } from "kysely";
import type { ShopifyOauthStatesTable, ShopifyStoresTable } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The tenant's connection as stored, with sealed tokens. */
export type StoreRow = Selectable<ShopifyStoresTable>;

/** The tenant's connection; undefined without one. */
export function selectConnection(tx: TenantTx): Promise<StoreRow | undefined> {
  return tx.selectFrom("shopify_stores").selectAll().executeTakeFirst();
}

/** The present connection, which cannot be deleted until the transaction ends. */
export function holdConnection(tx: TenantTx) {
  return tx
    .selectFrom("shopify_stores")
    .select(["id", "connected_at", "reconciled_until", "revoked_at", "sums_read_to"])
    .forKeyShare()
    .executeTakeFirst();
}

/** A sealed grant; times as ISO 8601. */
export type SealedTokens = Pick<
  StoreRow,
  "access_token" | "refresh_token" | "access_expires_at" | "refresh_expires_at"
>;

/** Replaces tokens by those they were exchanged for; false when others replaced them meanwhile. */
export async function replaceTokens(tx: TenantTx, old: Buffer, tokens: SealedTokens): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shopify_stores")
    .set({ ...tokens, updated_at: new Date().toISOString() })
    .where("access_token", "=", old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a token as refused by the store; false when it was marked already or has been replaced. */
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

/** Removes the mark of a refused token; false when there was none. */
export async function clearRevoked(tx: TenantTx, shopDomain: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shopify_stores")
    .set({ revoked_at: null, updated_at: new Date().toISOString() })
    .where("shop_domain", "=", shopDomain)
    .where("revoked_at", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a store is the tenant's, or nobody's, at this moment. */
export async function mayClaim(tx: TenantTx, shopDomain: string): Promise<boolean> {
  const shop = await selectOwner(tx, shopDomain);
  return shop === undefined || shop.client_id === tx.tenantId;
}

/** Makes a store the tenant's unless it is another's; waits for others doing so at this moment. */
export async function claimShop(tx: TenantTx, shopDomain: string): Promise<boolean> {
  await tx
    .insertInto("shopify_shops")
    .values({ shop_domain: shopDomain, client_id: tx.tenantId })
    .onConflict((conflict) => conflict.column("shop_domain").doNothing())
    .execute();
  return (await selectOwner(tx, shopDomain))?.client_id === tx.tenantId;
}

function selectOwner(tx: TenantTx, shopDomain: string) {
  return tx.selectFrom("shopify_shops").select("client_id").where("shop_domain", "=", shopDomain).executeTakeFirst();
}

/** Inserts the connection, or updates its token; the time of the first connection and the sync state stay. */
export async function upsertStore(tx: TenantTx, store: Insertable<ShopifyStoresTable>): Promise<void> {
  const { id, ...values } = store;
  await tx
    .insertInto("shopify_stores")
    .values(store)
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({
        ...values,
        revoked_at: null,
        granted_at: sql<string>`now()`,
        updated_at: new Date().toISOString(),
      }),
    )
    .execute();
}

/** Records who connected a store; false when it is not the tenant's. */
export async function setInstaller(tx: TenantTx, shopDomain: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shopify_stores")
    .set({ installed_by_user_id: userId })
    .where("shop_domain", "=", shopDomain)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Stores which scopes Shopify listed, and which of them it took away since; `isBegun` says that orders may be changed from now on. */
export async function updateScopes(
  tx: TenantTx,
  connectionId: string,
  { scopes, lost, isBegun }: { scopes: readonly string[]; lost: readonly string[]; isBegun: boolean },
): Promise<void> {
  const now = new Date().toISOString();
  await tx
    .updateTable("shopify_stores")
    .set({ scopes: [...scopes], lost_scopes: [...lost], scopes_read_at: now, updated_at: now })
    .$if(isBegun, (query) => query.set({ actions_since: sql<string>`coalesce(actions_since, now())` }))
    .where("id", "=", connectionId)
    .execute();
}

/** Ends that orders may be changed. */
export async function endActions(tx: TenantTx): Promise<void> {
  await tx
    .updateTable("shopify_stores")
    .set({ actions_since: null, lost_scopes: [], updated_at: new Date().toISOString() })
    .execute();
}

/** Deletes the connection, its history and everything waiting; false when there is none. */
export async function deleteStore(tx: TenantTx, shopDomain: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("shopify_stores")
    .where("shop_domain", "=", shopDomain)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await tx.deleteFrom("shopify_shops").where("client_id", "=", tx.tenantId).execute();
  await tx.deleteFrom("shopify_oauth_states").execute();
  await tx.deleteFrom("shopify_syncs").execute();
  await tx.deleteFrom("shopify_deliveries").execute();
  await tx.deleteFrom("shopify_pending").execute();
  return true;
}

/** Counts the stored customers and orders. */
export async function countStored(tx: TenantTx): Promise<{ customers: number; orders: number }> {
  const [customers, orders] = await Promise.all([
    tx
      .selectFrom("customers")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom("shopify_orders")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { customers: customers.count, orders: orders.count };
}

export async function insertState(tx: TenantTx, state: Insertable<ShopifyOauthStatesTable>): Promise<void> {
  await tx.insertInto("shopify_oauth_states").values(state).execute();
}

export async function deleteEndedStates(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("shopify_oauth_states").where("expires_at", "<=", new Date().toISOString()).execute();
}

/** Consumes a state of this person. Returns what it was for, unless it has expired. */
export async function takeState(
  tx: TenantTx,
  hash: Buffer,
  userId: string,
): Promise<{ shopDomain: string; forActions: boolean } | undefined> {
  const state = await tx
    .deleteFrom("shopify_oauth_states")
    .where("state_hash", "=", hash)
    .where("user_id", "=", userId)
    .returning(["shop_domain", "expires_at", "for_actions"])
    .executeTakeFirst();
  if (!state || Date.parse(state.expires_at) <= Date.now()) return undefined;
  return { shopDomain: state.shop_domain, forActions: state.for_actions };
}

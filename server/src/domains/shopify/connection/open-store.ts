import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Services } from "../../../platform/services.ts";
import { type AdminApi, openAdminApi, type Patience } from "../../../platform/shopify/admin-api.ts";
import { StoreFault, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { openAccessToken, renewToken } from "./store-tokens.ts";
import { holdConnection, type StoreRow, selectConnection, setRevoked } from "./stores.queries.ts";

/** The Admin API of a tenant's store, and the connection that it is asked with. */
export type OpenStore = AdminApi & { readonly connectionId: string };

/** A token that ends sooner than this is renewed before it is used. */
const renewBeforeMs = 5 * 60_000;

/**
 * The Admin API of the tenant's store; null while none is connected, or while it has to be connected again. Its token is renewed
 * before it ends, and once when the store refuses it. A token that stays refused is noted, which every screen hears of, and
 * nobody asks with it again. `how` is how long to be patient: as a job, unless somebody waits.
 */
export async function openStore(
  services: Services,
  tenantId: TenantId,
  how: Patience = services.settings.shopify.patience.job,
): Promise<OpenStore | null> {
  const store = await services.db.withTenant(tenantId, selectConnection);
  return store && store.revoked_at === null ? adminOf(services, tenantId, store, how) : null;
}

/** The same for a store that is to be tried although it has to be connected again. */
export async function openKeptStore(services: Services, tenantId: TenantId, how: Patience): Promise<OpenStore | null> {
  const store = await services.db.withTenant(tenantId, selectConnection);
  return store ? adminOf(services, tenantId, store, how) : null;
}

function adminOf(services: Services, tenantId: TenantId, first: StoreRow, how: Patience): OpenStore {
  let store = first;
  return {
    connectionId: first.id,
    async ask(query, variables) {
      try {
        if (endsWithin(store, renewBeforeMs)) store = await renewIfPossible(services, tenantId, store);
        try {
          return await withToken(services, tenantId, store, how).ask(query, variables);
        } catch (error) {
          if (!isRevoked(error) || store.refresh_token === null) throw error;
          store = await renewToken(services, tenantId, store);
          return await withToken(services, tenantId, store, how).ask(query, variables);
        }
      } catch (error) {
        if (isRevoked(error)) await noteRevoked(services, tenantId, store, error);
        throw error;
      }
    },
  };
}

/** With the token that a store has now. */
function withToken(services: Services, tenantId: TenantId, store: StoreRow, how: Patience): AdminApi {
  const { secret, shopify } = services.settings;
  const accessToken = openAccessToken(secret, tenantId, store);
  if (accessToken === null)
    throw new StoreFault("revoked", "The access token was sealed under another DESKHAND_SECRET");
  const storeUrl = storeUrlOf(shopify.storeUrl, store.shop_domain);
  return openAdminApi({ storeUrl, apiVersion: shopify.apiVersion, accessToken }, how);
}

/** Ahead of time: while the old token lasts, a renewal that does not succeed at once keeps nobody from asking. */
async function renewIfPossible(services: Services, tenantId: TenantId, store: StoreRow): Promise<StoreRow> {
  try {
    return await renewToken(services, tenantId, store);
  } catch (error) {
    if (isRevoked(error) || !(error instanceof StoreFault) || endsWithin(store, 0)) throw error;
    services.log.warn({ tenantId, err: error }, "a store's token could not be renewed yet");
    return store;
  }
}

function endsWithin({ access_expires_at, refresh_token }: StoreRow, ms: number): boolean {
  return refresh_token !== null && access_expires_at !== null && Date.parse(access_expires_at) - Date.now() < ms;
}

function isRevoked(error: unknown): error is StoreFault {
  return error instanceof StoreFault && error.kind === "revoked";
}

async function noteRevoked(
  { db, log }: Services,
  tenantId: TenantId,
  store: StoreRow,
  fault: StoreFault,
): Promise<void> {
  await db.withTenant(tenantId, async (tx) => {
    if (!(await setRevoked(tx, store.access_token))) return;
    await emit(tx, "store.changed", { isConnected: false, lost: store.shop_domain });
    log.warn({ tenantId, err: fault }, "a store no longer takes its token");
  });
}

/**
 * Whether the connection that something was asked with is still there, until the transaction ends: what a store says is kept for
 * that connection alone. Another store has another one, and so has the same store that was disconnected and connected anew, which
 * reads all again; whoever merely brings a new token keeps theirs.
 */
export async function isStillConnected(tx: TenantTx, connectionId: string): Promise<boolean> {
  return (await holdConnection(tx))?.id === connectionId;
}

import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Services } from "../../../platform/services.ts";
import { type AdminApi, openAdminApi, type Patience } from "../../../platform/shopify/admin-api.ts";
import { StoreFault, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { openAccessToken, renewToken } from "./store-tokens.ts";
import { holdConnection, type StoreRow, selectConnection, setRevoked } from "./stores.queries.ts";

/** The Admin API of a tenant's store, and the connection it is asked over. */
export type OpenStore = AdminApi & {
  readonly connectionId: string;
  /** The pages of the store's admin, without a slash at the end. */
  readonly adminUrl: string;
};

/** A token that ends sooner is renewed before use. */
const renewBeforeMs = 5 * 60_000;

/**
 * Opens the Admin API of the tenant's store; null while none is connected, or while it must be connected again. Renews
 * its token before it ends, and once when the store refuses it. A token refused again is marked, which every screen is
 * told, and not used any more. `how` is how long to be patient: as a job, unless a person waits.
 */
export async function openStore(
  services: Services,
  tenantId: TenantId,
  patience: Patience = services.settings.shopify.patience.job,
): Promise<OpenStore | null> {
  const store = await services.db.withTenant(tenantId, selectConnection);
  return store && store.revoked_at === null ? adminOf(services, tenantId, store, patience) : null;
}

/** The same, but also for a store that must be connected again. */
export async function openKeptStore(
  services: Services,
  tenantId: TenantId,
  patience: Patience,
): Promise<OpenStore | null> {
  const store = await services.db.withTenant(tenantId, selectConnection);
  return store ? adminOf(services, tenantId, store, patience) : null;
}

function adminOf(services: Services, tenantId: TenantId, first: StoreRow, patience: Patience): OpenStore {
  let store = first;
  return {
    connectionId: first.id,
    adminUrl: `${storeUrlOf(services.settings.shopify.storeUrl, first.shop_domain)}/admin`,
    async ask(query, variables) {
      try {
        if (endsWithin(store, renewBeforeMs)) store = await renewIfPossible(services, tenantId, store);
        try {
          return await withToken(services, tenantId, store, patience).ask(query, variables);
        } catch (error) {
          if (!isRevoked(error) || store.refresh_token === null) throw error;
          store = await renewToken(services, tenantId, store);
          return await withToken(services, tenantId, store, patience).ask(query, variables);
        }
      } catch (error) {
        if (isRevoked(error)) await noteRevoked(services, tenantId, store, error);
        throw error;
      }
    },
  };
}

/** The Admin API with the store's present token. */
function withToken(services: Services, tenantId: TenantId, store: StoreRow, patience: Patience): AdminApi {
  const { secret, shopify } = services.settings;
  const accessToken = openAccessToken(secret, tenantId, store);
  if (accessToken === null)
    throw new StoreFault("revoked", "The access token was sealed under another DESKHAND_SECRET");
  const storeUrl = storeUrlOf(shopify.storeUrl, store.shop_domain);
  return openAdminApi({ storeUrl, apiVersion: shopify.apiVersion, accessToken }, patience);
}

/** While the old token is valid, a failed renewal does not prevent its use. */
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
 * Whether the connection a question was asked over still exists, until the transaction ends; answers are saved for that
 * connection only. Another store has another connection, and so has the same store after it was disconnected, as it
 * reads everything again; a new token alone keeps the connection.
 */
export async function isStillConnected(tx: TenantTx, connectionId: string): Promise<boolean> {
  return (await holdConnection(tx))?.id === connectionId;
}

import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { sealGrant } from "./sealed-tokens.ts";
import { claimShop, upsertStore } from "./stores.queries.ts";

/** A connection that is there already, with a token that never ends; times as ISO 8601. */
export type ImportedStore = {
  shopDomain: string;
  shopName: string;
  accessToken: string;
  scopes: string[];
  apiVersion: string;
  connectedAt: string;
  /** When it was synced last, and when the platform was told to tell of changes. */
  lastSyncedAt: string;
  webhooksSince: string;
};

/** Adds the connection to a store as it is, its token sealed under the installation's secret. Throws when the store is somebody's. */
export async function importStore(tx: TenantTx, secret: string, store: ImportedStore): Promise<void> {
  const { shopDomain, shopName, accessToken, scopes, apiVersion, connectedAt, lastSyncedAt, webhooksSince } = store;
  if (!(await claimShop(tx, shopDomain))) throw new Error(`${shopDomain} is another tenant's`);
  const grant = { accessToken, accessSeconds: null, refreshToken: null, refreshSeconds: null, scopes };
  await upsertStore(tx, {
    id: newId(),
    shop_domain: shopDomain,
    shop_name: shopName,
    origin: "oauth",
    scopes,
    ...sealGrant(secret, tx.tenantId, grant, Date.now()),
    admin_api_version: apiVersion,
    connected_at: connectedAt,
    last_synced_at: lastSyncedAt,
    reconciled_until: lastSyncedAt,
    webhooks_since: webhooksSince,
  });
}

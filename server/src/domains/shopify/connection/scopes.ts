import {
  type ActionScope,
  actionScopes,
  orderActionKinds,
  scopesOfAction,
  wantedActionScopes,
} from "@deskhand/contract/actions/action-kinds";
import type { OrderGrant } from "@deskhand/contract/actions/order-grant";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import { record } from "../../audit/index.ts";
import { type StoreRow, selectConnection, updateScopes } from "./stores.queries.ts";

export const isActionScope = (scope: string): scope is ActionScope => Object.hasOwn(actionScopes, scope);

/** What may be changed at a store (docs/product.md#acting-on-orders); null while no store is connected. */
export async function readGrant(tx: TenantTx): Promise<OrderGrant> {
  return grantOf(await selectConnection(tx));
}

function grantOf(store: StoreRow | undefined): OrderGrant {
  const has = (scope: ActionScope) => store?.scopes.includes(scope) ?? false;
  const missing = wantedActionScopes.filter((scope) => !has(scope));
  const isOn = store?.actions_since != null;
  const lost = isOn ? (store?.lost_scopes ?? []) : [];
  return {
    state: !store ? "none" : !isOn ? "off" : lost.length > 0 ? "lost" : missing.length > 0 ? "partly" : "on",
    origin: store?.origin ?? null,
    scopes: wantedActionScopes.map((scope) => ({ scope, purpose: actionScopes[scope], isGranted: has(scope) })),
    lost,
    kinds: isOn ? orderActionKinds.filter((kind) => scopesOfAction[kind].every(has)) : [],
    readAt: store?.scopes_read_at ?? null,
    since: store?.actions_since ?? null,
    isStillGranted:
      !isOn && (store?.scopes.some((scope) => isActionScope(scope) && scope.startsWith("write_")) ?? false),
  };
}

/** Fails unless orders may be changed with these scopes. */
export async function needScopes(tx: TenantTx, wanted: readonly ActionScope[]): Promise<void> {
  const store = await selectConnection(tx);
  if (!store) throw fail("store_not_connected");
  if (store.revoked_at !== null) throw fail("store_needs_reconnecting");
  const missing = store.actions_since === null ? wanted : wanted.filter((scope) => !store.scopes.includes(scope));
  if (missing.length === 0) return;
  const isLost = store.actions_since !== null && missing.some((scope) => store.lost_scopes.includes(scope));
  throw fail(isLost ? "order_actions_lost" : "order_actions_not_granted", { missing: [...missing] });
}

/** Whether a scope is there, of those that only help. */
export async function hasScope(tx: TenantTx, scope: ActionScope): Promise<boolean> {
  return (await selectConnection(tx))?.scopes.includes(scope) ?? false;
}

/**
 * Stores which scopes Shopify lists. While orders may be changed, those it took away are kept by name, and admins are told once. `isBegun`: orders
 * may be changed from now on.
 */
export async function noteScopes(
  tx: TenantTx,
  scopes: readonly string[],
  { by = null, isBegun = false }: { by?: string | null; isBegun?: boolean } = {},
): Promise<void> {
  const store = await selectConnection(tx);
  if (!store) return;
  const gone = store.scopes.filter((scope) => isActionScope(scope) && !scopes.includes(scope));
  const isOn = store.actions_since !== null && !isBegun;
  const before = new Set(store.lost_scopes);
  const lost = isOn ? [...new Set([...before, ...gone])].filter((scope) => !scopes.includes(scope)) : [];
  await updateScopes(tx, store.id, { scopes, lost, isBegun });
  if (isBegun) await record(tx, by, "store.actions-allowed", store.shop_domain, { scopes });
  const isNew = lost.some((scope) => !before.has(scope));
  if (isNew) await record(tx, null, "store.actions-lost", store.shop_domain, { scopes: lost });
  const isConnected = store.revoked_at === null;
  const isChanged = gone.length > 0 || scopes.some((scope) => isActionScope(scope) && !store.scopes.includes(scope));
  if (isNew) await emit(tx, "store.changed", { isConnected, lostScopes: lost });
  else if (isBegun || isChanged) await emit(tx, "store.changed", { isConnected });
}

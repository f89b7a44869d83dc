import type { ActionScope } from "@deskhand/contract/actions/action-kinds";
import type { TenantId } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { ActorContext } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import type { AdminApi, Patience } from "../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../platform/shopify/store-fault.ts";
import { hasScope, needScopes, openStore } from "../shopify/index.ts";
import type { Preparing } from "./kinds/action-kind.ts";
import { selectOrderToAct } from "./rows/order-actions.queries.ts";
import { type LiveOrder, readLiveOrder } from "./store/read-order.ts";

/** What a request has to act with. */
export type Desk = Pick<ActorContext, "services" | "actor" | "withTenant">;

/** An order as Shopify has it, and what its actions are prepared with. */
export type OpenedOrder = { order: LiveOrder; context: Preparing };

/** Reads an order at Shopify for a person who waits; fails with what is missing, such as a permission. */
export async function openOrder(
  { services, actor, withTenant }: Desk,
  orderId: string,
  scopes: readonly ActionScope[],
): Promise<OpenedOrder> {
  const { shopifyId, hasLocations } = await withTenant(async (tx) => {
    const row = await selectOrderToAct(tx, orderId);
    if (!row) throw fail("order_not_found");
    await needScopes(tx, scopes);
    return { shopifyId: row.shopifyId, hasLocations: await hasScope(tx, "read_locations") };
  });
  return askAsPerson(services, actor.tenantId, async (store) => {
    const order = await readLiveOrder(store, shopifyId);
    if (!order) throw fail("order_not_found");
    return { order, context: { store, hasLocations } };
  });
}

/** Asks a tenant's store for a person who waits. */
export async function askAsPerson<T>(
  services: Services,
  tenantId: TenantId,
  work: (store: AdminApi) => Promise<T>,
  patience: Patience = services.settings.shopify.patience.person,
): Promise<T> {
  const store = await openStore(services, tenantId, patience);
  if (!store) throw fail("store_needs_reconnecting");
  return asFailure(() => work(store));
}

/** Runs what asks a store; a fault of the store becomes an error of the catalogue. */
export async function asFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    if (error.kind === "revoked") throw fail("store_needs_reconnecting");
    if (error.kind === "refused") throw fail("order_action_impossible", { because: error.message });
    throw fail("store_unreachable");
  }
}

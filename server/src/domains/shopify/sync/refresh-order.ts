import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { lockStoreData, saveStoreCustomers } from "../../customers/index.ts";
import { saveStoreOrders } from "../../orders/index.ts";
import { isStillConnected, openStore } from "../connection/open-store.ts";
import { fetchOrdersByIds } from "./fetch-orders.ts";

/** Reads an order at the store again, and saves it. Rejects with a StoreFault. */
export async function refreshOrder(services: Services, tenantId: TenantId, shopifyId: string): Promise<void> {
  const store = await openStore(services, tenantId);
  if (!store) return;
  const { orders, customers } = await fetchOrdersByIds(store, [shopifyId]);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await isStillConnected(tx, store.connectionId))) return;
    await lockStoreData(tx);
    await saveStoreCustomers(tx, customers);
    await saveStoreOrders(tx, orders);
  });
}

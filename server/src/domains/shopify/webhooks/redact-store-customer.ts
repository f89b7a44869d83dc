import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { sweepErasedJob } from "../../../platform/db/upkeep/sweep-erased-job.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { findOrCreateCustomer, insertErased, lockStoreData, redactCustomer } from "../../customers/index.ts";
import { eraseOrdersNamed } from "../../orders/index.ts";
import { selectMailsToCustomer } from "../../outgoing/index.ts";
import type { StoreRequest } from "./do-request.ts";
import { findAsked } from "./requests.queries.ts";
import { finishRequest, lockRequest } from "./webhooks.queries.ts";

/**
 * Erases a customer at the platform's request with everything that is kept of them (docs/product.md#erasing-a-customer), and notes the
 * numbers that were named, also of what is not here (yet): no later sync brings them back.
 */
export async function redactStoreCustomer(
  { db, jobs, mailer }: Services,
  tenantId: TenantId,
  { id, details: { customer, orderIds } }: StoreRequest,
): Promise<void> {
  await db.withTenant(tenantId, async (tx) => {
    // What is being saved of the store at this moment is waited for; what comes later knows who was erased.
    await lockStoreData(tx);
    if (!(await lockRequest(tx, id))) return;
    await insertErased(tx, "customer", customer?.id ? [customer.id] : []);
    await insertErased(tx, "order", orderIds);
    const found = customer ? await findOrMake(tx, customer) : [];
    await eraseOrdersNamed(tx, orderIds, found);
    const sent: string[] = [];
    for (const customerId of found) {
      sent.push(...(await selectMailsToCustomer(tx, customerId)));
      await redactCustomer(tx, customerId);
    }
    const about = { customers: found.length, orders: orderIds.length };
    await record(tx, null, "store.customer-erased", customer?.id ?? null, about);
    await jobs.enqueue(tx, sweepErasedJob, {});
    await finishRequest(tx, id, "Erased");
    // Before it is done: where this fails, all of it is tried again.
    await mailer.forget?.(sent);
  });
}

// Mail may be here of somebody who is no customer: they are erased by their address, as customers are.
async function findOrMake(tx: TenantTx, asked: { id: string | null; email: string | null }): Promise<string[]> {
  const { ids, isOthers } = await findAsked(tx, asked);
  if (ids.length > 0 || isOthers || asked.email === null) return ids;
  return [(await findOrCreateCustomer(tx, { email: asked.email, name: null })).id];
}

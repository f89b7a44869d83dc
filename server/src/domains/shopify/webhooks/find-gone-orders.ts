import * as z from "zod";
import { lockNameShared } from "../../../platform/db/lock-name.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { AdminQuery } from "../../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { selectShownIds } from "../../orders/index.ts";
import { isStillConnected } from "../connection/is-still-connected.ts";
import { openStore } from "../connection/open-store.ts";
import { findGoneJob } from "../sync/sync-jobs.ts";
import { fetchPendingJob, pendingLock } from "./job-kinds.ts";
import { addPending } from "./webhooks.queries.ts";

/** Asked for together: a query may name 250 (shopify.dev: API limits). */
const together = 200;

/** Which of some orders there are; null for one that is not there. */
const existingQuery: AdminQuery<{ nodes: (object | null)[] }> = {
  text: "query ExistingOrders($ids: [ID!]!) { nodes(ids: $ids) { id } }",
  answer: z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) }),
};

/**
 * Asks the store which of the orders that it has to show it still has, some at a time, each time by a job of its own. What it has
 * no more is treated as if a webhook had named it: it is asked for once more before it goes. Rejects with a StoreFault.
 */
export async function findGoneOrders(
  services: Services,
  { tenantId, after }: { tenantId: TenantId; after: string },
): Promise<void> {
  const { db, jobs } = services;
  const store = await openStore(services, tenantId);
  const ids = await db.withTenant(tenantId, (tx) => selectShownIds(tx, after, together));
  const last = ids.at(-1);
  if (!store || last === undefined) return;
  const { nodes } = await store.ask(existingQuery, { ids: ids.map((id) => `gid://shopify/Order/${id}`) });
  if (nodes.length !== ids.length) throw new StoreFault("unreadable", "The store did not answer for each order");
  const missing = ids.filter((_, place) => nodes[place] === null).map((id) => ({ kind: "order" as const, id }));
  await db.withTenant(tenantId, async (tx) => {
    await lockNameShared(tx, pendingLock);
    if (!(await isStillConnected(tx, store.connectionId))) return;
    if (missing.length > 0 && !(await addPending(tx, missing))) await jobs.enqueue(tx, fetchPendingJob, {});
    if (ids.length === together) await jobs.enqueue(tx, findGoneJob, { after: last }, { startAfterSeconds: 1 });
  });
}

import * as z from "zod";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import type { Services } from "../../../platform/services.ts";
import type { AdminQuery } from "../../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { record } from "../../audit/index.ts";
import { forgetGone } from "../../customers/index.ts";
import { removalJob } from "../job-kinds.ts";
import { openKeptStore } from "./open-store.ts";
import { insertRemoval } from "./removals.queries.ts";
import { removeBatch } from "./remove-store-data.ts";
import { tokensLock } from "./store-tokens.ts";
import { deleteStore, type StoreRow, selectConnection } from "./stores.queries.ts";

/** Removes the app from the store, which ends its tokens and webhooks there (shopify.dev: appUninstall). */
export const uninstallQuery: AdminQuery<{ appUninstall: { userErrors: unknown[] } }> = {
  text: "mutation DeskhandUninstall { appUninstall { userErrors { message } } }",
  answer: z.object({ appUninstall: z.object({ userErrors: z.array(z.unknown()).max(0) }) }),
};

/**
 * Disconnects the tenant's store: tells the platform, then deletes the credentials and all data from the store. Of a
 * large store the rest is deleted in the background, while its orders are hidden and no store can be connected.
 * People's own work stays: tickets, notes, saved order numbers, customers with tickets. A platform that does not answer
 * does not prevent it; `isTold` says whether it did.
 */
export async function disconnectStore(
  services: Services,
  actor: Actor,
): Promise<{ shopDomain: string; isTold: boolean }> {
  const { db, jobs } = services;
  const store = await db.withTenant(actor, selectConnection);
  if (!store) throw fail("store_not_connected");
  const shopDomain = store.shop_domain;
  const isTold = await tellPlatform(services, actor, store);
  await db.withTenant(actor, async (tx) => {
    if (!(await removeStore(tx, jobs, { shopDomain, isTold, actorId: actor.userId })))
      throw fail("store_not_connected");
  });
  return { shopDomain, isTold };
}

/**
 * Deletes a store's credentials and its data, leaving the rest of a large one to a job; false when it is gone already.
 * `actorId` is null where the platform asked for it.
 */
export async function removeStore(
  tx: TenantTx,
  jobs: JobQueue,
  { shopDomain, isTold, actorId }: { shopDomain: string; isTold: boolean; actorId: string | null },
): Promise<boolean> {
  await lockName(tx, tokensLock);
  // Writers of the store's data hold this row: earlier ones are waited for, later ones find none.
  if (!(await deleteStore(tx, shopDomain))) return false;
  await insertRemoval(tx, shopDomain);
  // Another store may use the same order numbers.
  await forgetGone(tx);
  const removed = await removeBatch(tx);
  // The totals are known, and recorded, once everything is deleted.
  const about = removed?.isDone ? { orders: removed.orders, customers: removed.customers } : {};
  await record(tx, actorId, "store.disconnected", shopDomain, { ...about, isTold });
  if (!removed?.isDone) await jobs.enqueue(tx, removalJob, {});
  await emit(tx, "store.changed", { isConnected: false });
  return true;
}

/** A pasted token belongs to the merchant's own app, which may have other uses, so it is theirs to delete. */
async function tellPlatform(services: Services, { tenantId }: Actor, { origin }: StoreRow): Promise<boolean> {
  if (origin === "manual") return true;
  try {
    const admin = await openKeptStore(services, tenantId, services.settings.shopify.patience.person);
    await admin?.ask(uninstallQuery, {});
    return true;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // A store that rejects our token has nothing left to end.
    if (error.kind === "revoked") return true;
    services.log.warn({ tenantId, err: error }, "a store could not be told that it was disconnected");
    return false;
  }
}

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
import { removeSome } from "./remove-store-data.ts";
import { tokensLock } from "./store-tokens.ts";
import { deleteStore, type StoreRow, selectConnection } from "./stores.queries.ts";

/** The app leaves the store, which ends its tokens and its webhooks there (shopify.dev: appUninstall). */
export const uninstallQuery: AdminQuery<{ appUninstall: { userErrors: unknown[] } }> = {
  text: "mutation DeskhandUninstall { appUninstall { userErrors { message } } }",
  answer: z.object({ appUninstall: z.object({ userErrors: z.array(z.unknown()).max(0) }) }),
};

/**
 * Disconnects the tenant's store: the platform is told, then credentials and all that came from the store are removed: at once, or
 * of a store with very much the rest in the background, while its orders are shown nowhere and no store can be connected.
 * What people wrote here stays: tickets, notes, saved order numbers, customers with tickets. A platform that does not answer keeps
 * nobody from leaving: `isTold` says so.
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
 * Removes the credentials of a store and all that came from it, what is too much for one transaction by a job; false when it is
 * not there any more. `actorId` is null where the platform asked for it.
 */
export async function removeStore(
  tx: TenantTx,
  jobs: JobQueue,
  { shopDomain, isTold, actorId }: { shopDomain: string; isTold: boolean; actorId: string | null },
): Promise<boolean> {
  await lockName(tx, tokensLock);
  // Whoever writes something of the store's holds its row: they are waited for, and those after find none.
  if (!(await deleteStore(tx, shopDomain))) return false;
  await insertRemoval(tx, shopDomain);
  // Another store may number its orders alike.
  await forgetGone(tx);
  const removed = await removeSome(tx);
  // How much there was is known, and recorded, when all of it is gone.
  const about = removed?.isDone ? { orders: removed.orders, customers: removed.customers } : {};
  await record(tx, actorId, "store.disconnected", shopDomain, { ...about, isTold });
  if (!removed?.isDone) await jobs.enqueue(tx, removalJob, {});
  await emit(tx, "store.changed", { isConnected: false });
  return true;
}

/** A token that was pasted belongs to an app of the merchant's own, which may have other uses: it is theirs to delete. */
async function tellPlatform(services: Services, { tenantId }: Actor, { origin }: StoreRow): Promise<boolean> {
  if (origin === "manual") return true;
  try {
    const admin = await openKeptStore(services, tenantId, services.settings.shopify.patience.person);
    await admin?.ask(uninstallQuery, {});
    return true;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // What no longer takes our token has nothing left to end.
    if (error.kind === "revoked") return true;
    services.log.warn({ tenantId, err: error }, "a store could not be told that it was disconnected");
    return false;
  }
}

import type { Client } from "@deskhand/contract/admin/client";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { confirmStoreName, lockTenant, setStoreName } from "./tenants.queries.ts";

/**
 * Gives the store another name, unless it is no longer called what the screen showed (docs/product.md#tenants). Saving the name
 * that it has says that it is right.
 */
export async function renameStore(
  tx: TenantTx,
  { userId }: Actor,
  { storeName, from }: { storeName: string; from: string },
): Promise<Client> {
  const client = await lockTenant(tx);
  if (client.storeName === storeName) {
    // Asked twice, or by two people, it is done.
    const isNews = await confirmStoreName(tx);
    if (isNews) await emit(tx, "client.renamed", { from: storeName, to: storeName, actorId: userId });
    return client;
  }
  if (client.storeName !== from) throw fail("client_changed_meanwhile", { storeName: client.storeName });
  await setStoreName(tx, storeName);
  await emit(tx, "client.renamed", { from, to: storeName, actorId: userId });
  return { ...client, storeName };
}

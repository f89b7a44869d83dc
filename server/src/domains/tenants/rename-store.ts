import type { Client } from "@deskhand/contract/admin/client";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { lockTenant, setStoreName } from "./tenants.queries.ts";

/** Gives the store another name, unless it is no longer called what the screen showed (docs/product.md#tenants). */
export async function renameStore(
  tx: TenantTx,
  { userId }: Actor,
  { storeName, from }: { storeName: string; from: string },
): Promise<Client> {
  const client = await lockTenant(tx);
  // Asked twice, or by two people, it is done.
  if (client.storeName === storeName) return client;
  if (client.storeName !== from) throw fail("client_changed_meanwhile", { storeName: client.storeName });
  await setStoreName(tx, storeName);
  await emit(tx, "client.renamed", { from, to: storeName, actorId: userId });
  return { ...client, storeName };
}

import { accessLevelsOf } from "@deskhand/contract/vocabulary";
import { isId } from "../../../platform/db/ids.ts";
import { asTenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { type Openness, selectStoreOfPublic } from "./public.queries.ts";

type Asked = { id: string; actor: Actor | null };

/**
 * Reads a resource for whoever asks for it by its address: one of their own store's within their access level, or a public
 * one of any store's. All else is undefined, and takes the same steps whether it is there or not.
 */
export async function findOpen<Found>(
  { db }: Pick<Services, "db">,
  { id, actor }: Asked,
  read: (tx: TenantTx, openness: Openness) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (!isId(id)) return undefined;
  if (actor?.can.includes("knowledge:read")) {
    const found = await db.withTenant(actor.tenantId, (tx) => read(tx, accessLevelsOf(actor.role)));
    if (found) return found;
  }
  const store = await db.withoutTenant((tx) => selectStoreOfPublic(tx, id));
  // It may have been closed meanwhile: what is public is looked at once more.
  return store === undefined ? undefined : db.withTenant(asTenantId(store), (tx) => read(tx, "public"));
}

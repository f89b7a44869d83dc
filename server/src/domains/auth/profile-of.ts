import type { Profile } from "@deskhand/contract/account";
import { avatarUrl } from "@deskhand/contract/pages";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectShown } from "./account.queries.ts";

/** A signed-in person as they are shown: with the name of this moment, and where their picture is. */
export async function profileOf(tx: TenantTx, { userId, email, role }: Actor): Promise<Profile> {
  const shown = await selectShown(tx, userId);
  if (!shown) throw fail("not_signed_in");
  const avatar = shown.avatarFileId === null ? null : avatarUrl(userId, shown.avatarFileId);
  return { id: userId, email, name: shown.name, role, avatar };
}

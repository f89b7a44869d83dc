import type { Profile } from "@deskhand/contract/account";
import { avatarUrl } from "@deskhand/contract/pages";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectAvatar } from "./account.queries.ts";

/** A signed-in person as they are shown, with where their picture is. */
export async function profileOf(tx: TenantTx, { userId, email, name, role }: Actor): Promise<Profile> {
  const avatar = await selectAvatar(tx, userId);
  return { id: userId, email, name, role, avatar: avatar ? avatarUrl(userId, avatar.fileId) : null };
}

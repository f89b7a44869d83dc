import type { Profile } from "@deskhand/contract/account";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { lockPerson, updateName } from "./account.queries.ts";
import { profileOf } from "./profile-of.ts";

/** Gives the actor another name. What they wrote before keeps the one it was written under. */
export async function updateProfile(tx: TenantTx, actor: Actor, { name }: { name: string }): Promise<Profile> {
  if (!(await lockPerson(tx, actor.userId))) throw fail("not_signed_in");
  await updateName(tx, actor.userId, name);
  await emit(tx, "user.updated", { userId: actor.userId });
  return profileOf(tx, actor);
}

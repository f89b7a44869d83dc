import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { deleteFile } from "../../platform/storage/files.ts";
import { record } from "../audit/index.ts";
import { withdrawInvitation } from "../auth/index.ts";
import { lockMember, named } from "./lock-team.ts";
import { deleteTeamUser } from "./team.queries.ts";

/**
 * Deletes somebody of the team for good (docs/product.md#the-team): they are signed out everywhere, and their address is free.
 * `user.deleted` is emitted while they are still there, so that later domains keep their name and let go of their tickets.
 * Of somebody who has not joined yet the invitation is withdrawn.
 */
export async function deleteUser(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  if (id === actor.userId) throw fail("cannot_delete_self");
  const user = await lockMember(tx, actor, id);
  const { name, email, role, invitedAt } = user;
  const action = invitedAt === null ? "team.deleted" : "team.invitation-withdrawn";
  await record(tx, actor.userId, action, named(user), { email, role });
  if (invitedAt !== null) await withdrawInvitation(tx, id);
  await emit(tx, "user.deleted", { userId: id, name, actorId: actor.userId });
  const picture = await deleteTeamUser(tx, id);
  if (picture !== null) await deleteFile(tx, picture);
  return { id };
}

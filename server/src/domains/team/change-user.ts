import type { Role } from "@deskhand/contract/permissions";
import type { TeamUser } from "@deskhand/contract/team";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor, ActorContext } from "../../platform/http/context.ts";
import { deleteFile } from "../../platform/storage/files.ts";
import { record } from "../audit/index.ts";
import { resetTwoFactor, withdrawInvitation } from "../auth/index.ts";
import { endTeamUser, updateTeamUser } from "../tenants/index.ts";
import { findMember, lockMember, named } from "./lock-team.ts";

/** Changes a person's role, effective with their next request. */
export async function changeRole(tx: TenantTx, actor: Actor, id: string, role: Role): Promise<TeamUser> {
  const user = await lockMember(tx, actor, id);
  if (user.role === role) return user;
  await record(tx, actor.userId, "team.role-changed", named(user), { from: user.role, to: role });
  return change(tx, id, { role });
}

/** Activates or deactivates a person; deactivating signs them out everywhere at once and refuses requests under way. */
export async function setActive(tx: TenantTx, actor: Actor, id: string, isActive: boolean): Promise<TeamUser> {
  const user = await lockMember(tx, actor, id);
  if (user.isActive === isActive) return user;
  await record(tx, actor.userId, isActive ? "team.activated" : "team.deactivated", named(user));
  return change(tx, id, { isActive });
}

/**
 * Removes the second factor of a person who lost it: they are signed out everywhere and sign in with the first factor
 * alone.
 */
export async function resetFactor(
  tx: TenantTx,
  context: Pick<ActorContext, "actor" | "services">,
  id: string,
): Promise<TeamUser> {
  const user = await lockMember(tx, context.actor, id);
  await resetTwoFactor(tx, context, user);
  await record(tx, context.actor.userId, "team.two-factor-reset", named(user));
  await emit(tx, "user.updated", { userId: id });
  return findMember(tx, id);
}

async function change(tx: TenantTx, id: string, values: { role?: Role; isActive?: boolean }): Promise<TeamUser> {
  await updateTeamUser(tx, id, values);
  await emit(tx, "user.updated", { userId: id });
  return findMember(tx, id);
}

/**
 * Deletes a person for good (docs/product.md#the-team): signs them out everywhere and frees their address. Their row stays until a worker has
 * released the last of their tickets (docs/decisions/0125). For an invited person this withdraws the invitation.
 */
export async function deleteUser(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  if (id === actor.userId) throw fail("cannot_delete_self");
  const user = await lockMember(tx, actor, id);
  const { name, email, role, invitedAt } = user;
  const action = invitedAt === null ? "team.deleted" : "team.invitation-withdrawn";
  await record(tx, actor.userId, action, named(user), { email, role });
  if (invitedAt !== null) await withdrawInvitation(tx, id);
  // First, as whoever gives them a ticket holds them before they note it in the team, and whoever approves before the request.
  const picture = await endTeamUser(tx, id);
  await emit(tx, "user.deleted", { userId: id, name, actorId: actor.userId });
  if (picture !== null) await deleteFile(tx, picture);
  return { id };
}

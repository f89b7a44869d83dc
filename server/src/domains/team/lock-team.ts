import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { permissionsOf } from "@deskhand/contract/permissions";
import type { TeamUser } from "@deskhand/contract/team";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectTeamUser } from "./team.queries.ts";

/**
 * Locks the team's members and rights until the transaction ends, and checks that the caller still may change them: of
 * two admins who take each other's rights at once, the second fails. Nobody changes themselves, so an admin always
 * remains.
 */
export async function lockTeam(tx: TenantTx, { userId }: Actor): Promise<void> {
  await lockName(tx, "team");
  const self = await selectTeamUser(tx, userId);
  if (!self?.isActive) throw fail("not_signed_in");
  if (!permissionsOf[self.role].includes("team:manage")) throw fail("not_allowed");
}

/** Another member whom an admin is about to change; fails for the admin themselves. */
export async function lockMember(tx: TenantTx, actor: Actor, id: string): Promise<TeamUser> {
  await lockTeam(tx, actor);
  if (id === actor.userId) throw fail("user_is_self");
  return findMember(tx, id);
}

/** A member of the team; fails when there is none. */
export async function findMember(tx: TenantTx, id: string): Promise<TeamUser> {
  const user = await selectTeamUser(tx, id);
  if (!user) throw fail("user_not_found");
  return user;
}

/** A member's name in the audit log, as "Jane Doe <jane@example.com>". */
export function named({ id, name, email }: Pick<TeamUser, "id" | "name" | "email">): { id: string; label: string } {
  return { id, label: namedAddress({ name, email }) };
}

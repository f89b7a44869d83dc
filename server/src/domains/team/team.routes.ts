import { permissionsOf } from "@deskhand/contract/permissions";
import type { TeamUser, TeamUsers } from "@deskhand/contract/team";
import type { FastifyInstance } from "fastify";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { api, sharedApi } from "../../platform/http/api.ts";
import { asOneself, signInOf } from "../auth/index.ts";
import { listColleagues } from "../tenants/index.ts";
import { changeRole, deleteUser, resetFactor, setActive } from "./change-user.ts";
import { invite, resendInvitation } from "./invite.ts";
import { findMember } from "./lock-team.ts";
import { selectTeamUsers, selectWithTwoFactor } from "./team.queries.ts";

/** The endpoints of the team. */
export function teamRoutes(http: FastifyInstance) {
  const signIn = signInOf(http);
  const { actors } = signIn;
  // Applies the change to their next request, before the database reports it.
  const forget = <T extends { id: string }>(user: T) => {
    actors.forget(user.id);
    return user;
  };
  const { team } = api;
  return {
    list: sharedApi.team.list.handler(async ({ context }) => ({ items: await context.withTenant(listColleagues) })),
    users: team.users.handler(async ({ context: { actor, withTenant } }) => {
      // Only admins can act on it, so only they see who lacks a second factor.
      const isAdmin = permissionsOf[actor.role].includes("team:manage");
      return withStats(await withTenant(isAdmin ? usersWithFactors : selectTeamUsers));
    }),
    invite: team.invite.handler(({ context: { actor, services, withTenant }, input }) =>
      withTenant((tx) => invite(tx, services, actor, input)),
    ),
    resendInvitation: team.resendInvitation.handler(({ context: { actor, services, withTenant }, input }) =>
      withTenant((tx) => resendInvitation(tx, services, actor, input.id)),
    ),
    changeRole: team.changeRole.handler(async ({ context: { actor, withTenant }, input }) =>
      forget(await withTenant((tx) => changeRole(tx, actor, input.id, input.role))),
    ),
    deactivate: team.deactivate.handler(async ({ context: { actor, withTenant }, input }) =>
      forget(await withTenant((tx) => setActive(tx, actor, input.id, false))),
    ),
    activate: team.activate.handler(async ({ context: { actor, withTenant }, input }) =>
      forget(await withTenant((tx) => setActive(tx, actor, input.id, true))),
    ),
    resetTwoFactor: team.resetTwoFactor.handler(async ({ context, input: { id, ...proof } }) => {
      // Checks first that the person exists, before a password is asked for.
      await context.withTenant((tx) => findMember(tx, id));
      return forget(await asOneself(signIn, context, proof, (tx) => resetFactor(tx, context, id)));
    }),
    delete: team.delete.handler(async ({ context: { actor, withTenant }, input }) =>
      forget(await withTenant((tx) => deleteUser(tx, actor, input.id))),
    ),
  };
}

async function usersWithFactors(tx: TenantTx): Promise<TeamUser[]> {
  const users = await selectTeamUsers(tx);
  const withTwoFactor = await selectWithTwoFactor(tx);
  return users.map((user) => ({ ...user, hasTwoFactor: withTwoFactor.has(user.id) }));
}

function withStats(items: TeamUser[]): TeamUsers {
  const count = (isCounted: (user: TeamUser) => boolean) => items.filter(isCounted).length;
  return {
    items,
    stats: {
      total: items.length,
      admins: count(({ role }) => role === "admin"),
      active: count(({ isActive, invitedAt }) => isActive && invitedAt === null),
      agents: count(({ role }) => role === "agent"),
    },
  };
}

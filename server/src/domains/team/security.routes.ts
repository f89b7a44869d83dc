import { type Security, type SignInProvider, signInProviders } from "@deskhand/contract/admin/security";
import type { FastifyInstance } from "fastify";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { api } from "../../platform/http/api.ts";
import { deviceOf, plainIp } from "../../platform/http/called-from.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Settings } from "../../platform/settings.ts";
import { record } from "../audit/index.ts";
import { endSessionsOf, providerNames, signInOf } from "../auth/index.ts";
import { allowProvider, selectAllowedProviders } from "../tenants/index.ts";
import { lockMember, lockTeam, named } from "./lock-team.ts";
import { selectTeamSessions } from "./team.queries.ts";

/** The endpoints of the team's sign-in security. */
export function securityRoutes(http: FastifyInstance) {
  const { actors } = signInOf(http);
  const { security } = api;
  return {
    read: security.read.handler(({ context: { services, withTenant } }) =>
      withTenant((tx) => readSecurity(tx, services.settings)),
    ),
    allowProvider: security.allowProvider.handler(({ context: { actor, services, withTenant }, input }) =>
      withTenant(async (tx) => {
        await changeProvider(tx, actor, input);
        return readSecurity(tx, services.settings);
      }),
    ),
    signOut: security.signOut.handler(async ({ context: { actor, services, withTenant }, input: { id } }) => {
      const left = await withTenant(async (tx) => {
        await signOutMember(tx, actor, id);
        return readSecurity(tx, services.settings);
      });
      // Refuses their next request without waiting for the database's report.
      actors.forget(id);
      return left;
    }),
  };
}

type SocialSettings = Pick<Settings, "social">;

/** Reads how the team may sign in, and where its members are signed in. */
async function readSecurity(tx: TenantTx, { social }: SocialSettings): Promise<Security> {
  const allowed = await selectAllowedProviders(tx);
  const sessions = await selectTeamSessions(tx);
  return {
    providers: signInProviders.map((id) => ({ id, isOffered: social[id].client !== null, isAllowed: allowed[id] })),
    sessions: sessions.map(({ id, userId, ipAddress, userAgent, createdAt, updatedAt, awaitsCode }) => ({
      id,
      userId,
      ...deviceOf(userAgent),
      ip: plainIp(ipAddress),
      createdAt,
      lastUsedAt: updatedAt,
      awaitsCode,
    })),
  };
}

/** Allows or forbids sign-in at a provider. */
async function changeProvider(
  tx: TenantTx,
  actor: Actor,
  { provider, isAllowed }: { provider: SignInProvider; isAllowed: boolean },
): Promise<void> {
  await lockTeam(tx, actor);
  if (!(await allowProvider(tx, provider, isAllowed))) return;
  const action = isAllowed ? "team.provider-allowed" : "team.provider-forbidden";
  await record(tx, actor.userId, action, { id: null, label: providerNames[provider] ?? provider });
}

/** Signs a colleague out everywhere. */
async function signOutMember(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const member = await lockMember(tx, actor, id);
  await endSessionsOf(tx, id);
  await record(tx, actor.userId, "team.signed-out", named(member));
  await emit(tx, "user.updated", { userId: id });
}

import { type Security, type SignInProvider, signInProviders } from "@deskhand/contract/admin/security";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { plainIp } from "../../../platform/http/called-from.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { deviceOf } from "../../../platform/http/device-of.ts";
import type { Settings } from "../../../platform/settings.ts";
import { record } from "../../audit/index.ts";
import { endSessionsOf, providerNames } from "../../auth/index.ts";
import { allowProvider, selectAllowedProviders } from "../../tenants/index.ts";
import { lockMember, lockTeam, named } from "../lock-team.ts";
import { selectTeamSessions } from "./security.queries.ts";

type SocialSettings = Pick<Settings, "social">;

/** How the team may sign in, and where it is signed in. */
export async function readSecurity(tx: TenantTx, { social }: SocialSettings): Promise<Security> {
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

/** Lets people of the store sign in at a provider, or no more. */
export async function changeProvider(
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
export async function signOutMember(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const member = await lockMember(tx, actor, id);
  await endSessionsOf(tx, id);
  await record(tx, actor.userId, "team.signed-out", named(member));
  await emit(tx, "user.updated", { userId: id });
}

import { limits } from "@deskhand/contract/limits";
import type { NewMember, TeamUser } from "@deskhand/contract/team";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { sendInvitation } from "../auth/index.ts";
import { refuseOverQuota } from "../outgoing/index.ts";
import { countTeam, insertInvited, isReceivedHere, updateTeamUser } from "../tenants/index.ts";
import { findMember, lockMember, lockTeam, named } from "./lock-team.ts";
import { countInvitations, selectTeamUserByEmail } from "./team.queries.ts";

/**
 * Invites a person by mail (docs/product.md#the-team). An address with an account in another store is answered like any
 * other; one of this store is refused as such. An identical open invitation is returned.
 */
export async function invite(
  tx: TenantTx,
  services: Services,
  actor: Actor,
  { email, name, role }: NewMember,
): Promise<TeamUser> {
  await lockTeam(tx, actor);
  const existing = await selectTeamUserByEmail(tx, email);
  if (existing) {
    if (existing.invitedAt === null) throw fail("user_in_team");
    if (existing.name === name && existing.role === role && existing.isActive) return existing;
    throw fail("user_invited");
  }
  if ((await countTeam(tx)) >= limits.teamSize) throw fail("team_full");
  if (await isReceivedHere(tx, services.settings.mailDomain, email)) throw fail("email_is_desk");
  await refuseTooMany(tx, services, email);
  const user = { id: newId(), email, name, role };
  if (!(await insertInvited(tx, user))) throw fail("user_in_team");
  await record(tx, actor.userId, "team.invited", named(user), { email, role });
  await sendInvitation(tx, services, { userId: user.id, email, inviterName: actor.name });
  await emit(tx, "user.updated", { userId: user.id });
  return findMember(tx, user.id);
}

/** Sends an open invitation again with a new link, which replaces the old one. */
export async function resendInvitation(tx: TenantTx, services: Services, actor: Actor, id: string): Promise<TeamUser> {
  const user = await lockMember(tx, actor, id);
  if (user.invitedAt === null) throw fail("user_not_invited");
  if (!user.isActive) throw fail("user_not_active");
  const { email, role } = user;
  if (await isReceivedHere(tx, services.settings.mailDomain, email)) throw fail("email_is_desk");
  await refuseTooMany(tx, services, email);
  await updateTeamUser(tx, id, { invitedAgain: true });
  await record(tx, actor.userId, "team.invitation-sent-again", named(user), { email, role });
  await sendInvitation(tx, services, { userId: id, email, inviterName: actor.name });
  await emit(tx, "user.updated", { userId: id });
  return findMember(tx, id);
}

// Mails go to strangers, so a store made a minute ago must not reach hundreds of them.
async function refuseTooMany(tx: TenantTx, { settings }: Services, email: string): Promise<void> {
  const { all, toAddress, justNow } = await countInvitations(tx, email);
  if (justNow > 0 || toAddress >= limits.invitationsToAddressPerDay) throw fail("invitation_sent_lately");
  if (all >= limits.invitationsPerDay) throw fail("too_many_invitations");
  await refuseOverQuota(tx, settings);
}

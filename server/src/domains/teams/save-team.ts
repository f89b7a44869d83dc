import { isDeepStrictEqual } from "node:util";
import { teamLimits } from "@deskhand/contract/admin/team-limits";
import type { Team, TeamDefinition, Teams } from "@deskhand/contract/admin/teams";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import {
  countColleagues,
  countTeams,
  endTeam,
  insertTeam,
  isActive,
  leaveTeams,
  selectAway,
  selectTeam,
  selectTeamMaker,
  selectTeams,
  updateTeam,
} from "./teams.queries.ts";

/** Lists the store's teams, and who is away. */
export async function listTeams(tx: TenantTx): Promise<Teams> {
  return { items: await selectTeams(tx), away: await selectAway(tx) };
}

async function findTeam(tx: TenantTx, id: string): Promise<Team> {
  const team = await selectTeam(tx, id);
  if (!team) throw fail("team_not_found");
  return team;
}

/** Makes a team, once for a key: it becomes the team's id. */
export async function createTeam(
  tx: TenantTx,
  { userId }: Pick<Actor, "userId">,
  { idempotencyKey: id, ...given }: TeamDefinition & { idempotencyKey: string },
): Promise<Team> {
  await lockTeams(tx);
  const maker = await selectTeamMaker(tx, id);
  if (maker && maker.id !== userId) throw failKeyUsed();
  if (maker) return findTeam(tx, id);
  const team = withMembersOnce(given);
  const { count, isTaken } = await countTeams(tx, team.name, id);
  if (isTaken) throw fail("team_name_taken");
  if (count >= teamLimits.teams) throw fail("too_many_teams");
  await refuseStrangers(tx, team.memberIds);
  await insertTeam(tx, { ...team, id, userId });
  await record(tx, userId, "settings.team-made", { id, label: team.name }, detailsOf(team));
  await emit(tx, "teams.changed", {});
  return findTeam(tx, id);
}

/** Saves a team, unless somebody else has changed it meanwhile; what is so already makes no change. */
export async function changeTeam(
  tx: TenantTx,
  { userId }: Actor,
  { id, expectedVersion, ...given }: TeamDefinition & { id: string; expectedVersion: number },
): Promise<Team> {
  await lockTeams(tx);
  const before = await findTeam(tx, id);
  const team = withMembersOnce(given);
  if (isDeepStrictEqual({ ...before, ...team }, before)) return before;
  if (before.version !== expectedVersion) throw fail("team_changed_meanwhile", { version: before.version });
  const { isTaken } = await countTeams(tx, team.name, id);
  if (isTaken) throw fail("team_name_taken");
  await refuseStrangers(tx, team.memberIds);
  await updateTeam(tx, { ...team, id }, expectedVersion);
  await record(tx, userId, "settings.team-changed", { id, label: team.name }, detailsOf(team));
  await emit(tx, "teams.changed", {});
  return findTeam(tx, id);
}

/**
 * Deletes a team. Its tickets are without one, some at a time: the last one takes the team's row with it. Trails and the audit log keep
 * its name.
 */
export async function removeTeam(tx: TenantTx, { userId }: Actor, id: string): Promise<{ id: string }> {
  await lockTeams(tx);
  const { name } = await findTeam(tx, id);
  await endTeam(tx, id);
  await emit(tx, "team.deleted", { teamId: id, name, actorId: userId });
  await record(tx, userId, "settings.team-deleted", { id, label: name });
  return { id };
}

/** Takes whoever is no longer active out of the teams. */
export async function leaveWhenInactive(tx: TenantTx, { userId }: { userId: string }): Promise<void> {
  if (!(await isActive(tx, userId))) await leaveWhenRemoved(tx, { userId });
}

/** Takes whoever is being removed out of the teams. */
export async function leaveWhenRemoved(tx: TenantTx, { userId }: { userId: string }): Promise<void> {
  if (await leaveTeams(tx, userId)) await emit(tx, "teams.changed", {});
}

// Several at once could pass the limit together, or take one name.
async function lockTeams(tx: TenantTx): Promise<void> {
  await lockName(tx, "teams");
}

function withMembersOnce<T extends TeamDefinition>(team: T): T {
  return { ...team, memberIds: [...new Set(team.memberIds)].sort() };
}

async function refuseStrangers(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if ((await countColleagues(tx, ids)) < ids.length) throw fail("colleague_not_found");
}

function detailsOf({ memberIds, givesOut }: TeamDefinition) {
  return { members: memberIds.length, givesTicketsOut: givesOut };
}

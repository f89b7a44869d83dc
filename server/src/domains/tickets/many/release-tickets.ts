import type { EventPayloads } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import { actingOf } from "../../../platform/acting.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import type { Domain } from "../../../platform/domain.ts";
import { emit } from "../../../platform/events.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { deleteTeam, isBack, lockTeam } from "../../teams/index.ts";
import { deleteTeamUser, findColleague, forEachTenant, lockTeamUser } from "../../tenants/index.ts";
import { deleteKeptOf } from "../rows/return-kept.queries.ts";
import { keepNameInTrails, recordActivity, type Step } from "../rows/trail.queries.ts";
import { assignmentOf } from "../work/create-ticket.ts";
import { handOut } from "./give-out-untaken.ts";
import {
  deleteRelease,
  hasTickets,
  insertRelease,
  lockNextRelease,
  moveRelease,
  type Release,
  takeFromMaker,
  takeFromPerson,
  takeFromTeam,
  unnameAuthor,
} from "./releases.queries.ts";
import { selectActiveOf } from "./untaken.queries.ts";

/** So many tickets are locked at a time, so that nobody waits for them; twice as many are told of at once. */
const together = limits.ticketsInChange / 2;
/** So many steps and messages are changed at a time, for which nobody waits. */
const rowsTogether = 1_000;

/** Takes the tickets of a team that is deleted from it: some at once, and the others by a worker (docs/decisions/0125). */
export async function releaseTeam(
  tx: TenantTx,
  { teamId, name, actorId }: EventPayloads["team.deleted"],
): Promise<void> {
  const release = await insertRelease(tx, { teamId, userId: null, name, actorId });
  const ids = await takeFromTeam(tx, teamId, together);
  await tellTaken(tx, release, ids);
  await moveRelease(tx, release.id, ids.length, release.after);
}

/** Hands over the active tickets of somebody who goes away: each goes to whose turn it is in its team, or to nobody. */
export async function handOverTickets(
  tx: TenantTx,
  { userId, actorId }: EventPayloads["person.handed-over"],
): Promise<void> {
  const name = (await findColleague(tx, userId))?.name ?? "";
  const release = await insertRelease(tx, { teamId: null, userId, isRemoval: false, name, actorId });
  await handOverSome(tx, { ...release, userId });
}

/**
 * Has a worker unassign the tickets of somebody who is removed. The request takes none itself, since it holds their row, and what rules do to
 * a ticket may wait for that (docs/traps.md).
 */
export async function releasePerson(
  tx: TenantTx,
  { userId, name, actorId }: EventPayloads["user.deleted"],
): Promise<void> {
  await insertRelease(tx, { teamId: null, userId, isRemoval: true, name, actorId });
}

/** Does some of a release. */
async function releaseSome(tx: TenantTx, release: Release): Promise<void> {
  const { teamId, userId, isRemoval } = release;
  if (teamId !== null) await leaveTeam(tx, { ...release, teamId });
  else if (userId === null) throw new Error(`Release ${release.id} is of nobody`);
  else if (isRemoval) await leavePerson(tx, { ...release, userId });
  else await handOverSome(tx, { ...release, userId });
  await emit(tx, "tickets.released", {});
}

/** Takes some tickets from a team, and deletes it once there are none. */
async function leaveTeam(tx: TenantTx, release: Release & { teamId: string }): Promise<void> {
  const { id, teamId } = release;
  const ids = await takeFromTeam(tx, teamId, together);
  await tellTaken(tx, release, ids);
  if (ids.length > 0) return moveRelease(tx, id, ids.length, release.after);
  // Whoever is bringing a ticket there holds the team until it has come. That one is taken the next time, as tickets are locked before teams.
  await lockTeam(tx, teamId);
  if (await hasTickets(tx, { teamId })) return moveRelease(tx, id, 0, release.after);
  await deleteTeam(tx, teamId);
  await deleteRelease(tx, id);
}

/**
 * Deletes the replies that wait of who is removed, or takes some tickets from them, then their id from what they did, and deletes their row
 * once nothing names them.
 */
async function leavePerson(tx: TenantTx, release: Release & { userId: string }): Promise<void> {
  const { id, userId, name } = release;
  // By themselves, as whoever writes on a ticket holds that first and then what waits there.
  if (await deleteKeptOf(tx, userId)) return moveRelease(tx, id, 0, release.after);
  const ids = await takeFromPerson(tx, userId, together);
  await tellTaken(tx, release, ids);
  const isSomething =
    ids.length > 0 ||
    (await takeFromMaker(tx, userId, together)).length > 0 ||
    (await keepNameInTrails(tx, userId, name, rowsTogether)) > 0 ||
    (await unnameAuthor(tx, userId, rowsTogether)) > 0;
  if (isSomething) return moveRelease(tx, id, ids.length, release.after);
  // As of a team: a ticket that came to them as they were removed is taken the next time.
  await lockTeamUser(tx, userId);
  if (await hasTickets(tx, { userId })) return moveRelease(tx, id, 0, release.after);
  await deleteRelease(tx, id);
  await deleteTeamUser(tx, userId);
}

/** Writes that tickets were taken into their trails. */
async function tellTaken(
  tx: TenantTx,
  { teamId, userId, name, actorId }: Release,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const by = actingOf(actorId);
  const details = { from: name, to: null, fromId: teamId, toId: null };
  const steps = ids.map((ticketId): Step => {
    if (userId !== null) return assignmentOf(ticketId, by, { id: userId, name }, null).step;
    return { ticketId, kind: "team_changed", details };
  });
  await recordActivity(tx, by, ...steps);
  await emit(tx, "tickets.changed", { ticketIds: [...ids], actorId });
}

/** Hands over the next tickets of somebody until the last one, or until they are back and keep what is left. */
async function handOverSome(tx: TenantTx, release: Release & { userId: string }): Promise<void> {
  const { id, userId, actorId, after } = release;
  const ids = (await isBack(tx, userId)) ? [] : await selectActiveOf(tx, userId, after, together);
  if (ids.length > 0) await handOut(tx, actingOf(actorId), ids, userId);
  const last = ids.at(-1);
  if (last === undefined || ids.length < together) await deleteRelease(tx, id);
  else await moveRelease(tx, id, ids.length, last);
}

/** Takes tickets from teams and people as soon as that is asked for. */
export const releaseWhenAsked: NonNullable<Domain["hearings"]>[number] = {
  channel: "deskhand_releases",
  work: releaseAll,
};

/** Goes on with what was killed, or not heard of. */
export const releaseForgotten: Schedule = {
  name: "tickets.release-forgotten",
  cron: "* * * * *",
  work: (services) => forEachTenant(services, ({ tenantId }) => releaseAll(services, tenantId)),
};

async function releaseAll({ db }: Pick<Services, "db">, tenantId: TenantId): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await db.withTenant(tenantId, async (tx) => {
      const release = await lockNextRelease(tx);
      if (release) await releaseSome(tx, release);
      return release === undefined;
    });
  }
}

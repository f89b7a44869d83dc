import type { EventPayloads } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import { actingOf } from "../../../platform/acting.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import type { Domain } from "../../../platform/domain.ts";
import { emit } from "../../../platform/events.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { deleteTeam, isBack, lockTeam } from "../../teams/index.ts";
import { findColleague, forEachTenant } from "../../tenants/index.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { handOut } from "./give-out-untaken.ts";
import {
  deleteRelease,
  insertRelease,
  lockNextRelease,
  moveRelease,
  type Release,
  takeFromTeam,
} from "./releases.queries.ts";
import { selectActiveOf } from "./untaken.queries.ts";

/** So many tickets are locked at a time, so that nobody waits for them; twice as many are told of at once. */
const together = limits.ticketsInChange / 2;

/** Takes the tickets of a team that is deleted from it: some at once, and the others by a worker (docs/decisions/0125). */
export async function releaseTeam(
  tx: TenantTx,
  { teamId, name, actorId }: EventPayloads["team.deleted"],
): Promise<void> {
  await beginRelease(tx, await insertRelease(tx, { teamId, userId: null, name, actorId }));
}

/** Hands over the active tickets of somebody who goes away: each goes to whose turn it is in its team, or to nobody. */
export async function handOverTickets(
  tx: TenantTx,
  { userId, actorId }: EventPayloads["person.handed-over"],
): Promise<void> {
  const name = (await findColleague(tx, userId))?.name ?? "";
  await beginRelease(tx, await insertRelease(tx, { teamId: null, userId, name, actorId }));
}

/** A few tickets are done at once. The second look finds that none is left. */
async function beginRelease(tx: TenantTx, release: Release): Promise<void> {
  if (!(await releaseSome(tx, release)) && release.teamId !== null) await releaseSome(tx, release);
}

/** Takes some tickets; whether that was all. */
async function releaseSome(tx: TenantTx, release: Release): Promise<boolean> {
  const { id, teamId, userId } = release;
  const ids = teamId === null ? await handOverSome(tx, release) : await takeSome(tx, { ...release, teamId });
  const last = ids.at(-1);
  const isOver = last === undefined || (userId !== null && ids.length < together);
  if (isOver && teamId !== null) await deleteTeam(tx, teamId);
  if (isOver) await deleteRelease(tx, id);
  else await moveRelease(tx, id, ids.length, teamId === null ? last : release.after);
  await emit(tx, "tickets.released", {});
  return isOver;
}

/** Takes some tickets from a team, with a step in each trail; none where none is left. */
async function takeSome(tx: TenantTx, { teamId, name, actorId }: Release & { teamId: string }): Promise<string[]> {
  let ids = await takeFromTeam(tx, teamId, together);
  if (ids.length === 0) {
    // Whoever is bringing a ticket there still holds the team.
    await lockTeam(tx, teamId);
    ids = await takeFromTeam(tx, teamId, together);
  }
  if (ids.length === 0) return [];
  const details = { from: name, to: null, fromId: teamId, toId: null };
  await recordActivity(
    tx,
    actingOf(actorId),
    ...ids.map((ticketId): Step => ({ ticketId, kind: "team_changed", details })),
  );
  await emit(tx, "tickets.changed", { ticketIds: ids, actorId });
  return ids;
}

/** Hands over the next tickets of somebody; none once they are back, who then keep what is left. */
async function handOverSome(tx: TenantTx, { userId, actorId, after }: Release): Promise<string[]> {
  if (userId === null || (await isBack(tx, userId))) return [];
  const ids = await selectActiveOf(tx, userId, after, together);
  if (ids.length > 0) await handOut(tx, actingOf(actorId), ids, userId);
  return ids;
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

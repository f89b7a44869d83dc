import type { EventPayloads } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import { type Acting, actingOf, system } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { selectGivingTeams } from "../../teams/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { changeMany } from "./change-many.ts";
import { selectActiveOf, selectUntaken, tellUntaken } from "./untaken.queries.ts";

/** Hands over the active tickets of somebody who goes away: each goes to whose turn it is in its team, or to nobody. */
export async function handOverTickets(
  tx: TenantTx,
  { userId, actorId }: EventPayloads["person.handed-over"],
): Promise<void> {
  await handOut(tx, actingOf(actorId), await selectActiveOf(tx, userId), userId);
}

async function handOut(tx: TenantTx, by: Acting, ids: readonly string[], from: string | null): Promise<void> {
  const idempotencyKey = newId();
  for (let at = 0; at < ids.length; at += limits.ticketsInChange) {
    const items = ids.slice(at, at + limits.ticketsInChange).map((id) => ({
      id,
      change: { addTags: [], removeTags: [] },
      expected: {},
      handsOutFrom: from,
    }));
    await changeMany(tx, by, { idempotencyKey, items });
  }
}

/**
 * Every minute gives out the tickets that nobody was free for when they came to their team, and tells of those that nobody has taken for too
 * long (docs/product.md#teams).
 */
export const giveOutUntaken: Schedule = {
  name: "tickets.give-out-untaken",
  cron: "* * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      const teams = await selectGivingTeams(tx);
      if (teams.length > 0) await handOut(tx, system, await selectUntaken(tx, teams, limits.ticketsInChange), null);
      for (const untaken of await tellUntaken(tx)) await emit(tx, "tickets.untaken", untaken);
    }),
};

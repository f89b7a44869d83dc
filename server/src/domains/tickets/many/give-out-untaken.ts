import { limits } from "@deskhand/contract/limits";
import { type Acting, system } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { selectGivingTeams } from "../../teams/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { changeMany } from "./change-many.ts";
import { selectUntaken, tellUntaken } from "./untaken.queries.ts";

/** Takes tickets from somebody, or from nobody, for whose turn it is in their teams; nobody's turn is nobody's ticket. */
export async function handOut(tx: TenantTx, by: Acting, ids: readonly string[], from: string | null): Promise<void> {
  const change = { addTags: [], removeTags: [] };
  const items = ids.map((id) => ({ id, change, expected: {}, handsOutFrom: from }));
  await changeMany(tx, by, { idempotencyKey: newId(), items });
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

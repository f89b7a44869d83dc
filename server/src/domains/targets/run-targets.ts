import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import type { Domain } from "../../platform/domain.ts";
import { emit } from "../../platform/events.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { runRulesAt } from "../rules/index.ts";
import { forEachTenant } from "../tenants/index.ts";
import { type ToldClock, takeToldClocks } from "../tickets/index.ts";
import { renewClocks } from "./keep-clocks.ts";
import { selectPoliciesOn } from "./policies.queries.ts";
import { askForRefresh, lockRefresh, lockTicketsAfter, saveRefresh } from "./refresh.queries.ts";

/** So many tickets are locked at a time, so that nobody waits for them. */
const together = 50;

/** Tells people and rules of targets that are at risk or breached, once a minute. What came while nothing ran is told as something does. */
export const tellOfTargets: Schedule = {
  name: "targets.tell",
  cron: "* * * * *",
  async work(services) {
    for (let mayBeMore = true; mayBeMore; ) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if ((await tellSome(tx, services)) === together) mayBeMore = true;
      });
    }
  },
};

async function tellSome(tx: TenantTx, services: Services): Promise<number> {
  const told = await takeToldClocks(tx, together);
  for (const level of ["breached", "at_risk"] as const) {
    const of = told.filter((one) => one.level === level);
    for (const [to, theirs] of Map.groupBy(of, ({ assignedTo }) => assignedTo)) await tell(tx, level, to, theirs);
    const tickets = [...new Set(of.map(({ ticketId }) => ticketId))];
    await runRulesAt(tx, level === "breached" ? "target_breached" : "target_at_risk", tickets, services);
  }
  return told.length;
}

async function tell(
  tx: TenantTx,
  level: ToldClock["level"],
  to: string | null,
  told: readonly ToldClock[],
): Promise<void> {
  const tickets = new Set(told.map(({ ticketId }) => ticketId));
  const [first] = told;
  await emit(tx, "targets.told", {
    level,
    to,
    tickets: tickets.size,
    ticketId: tickets.size === 1 && first ? first.ticketId : null,
    clock: told.length === 1 && first ? first.clock : null,
  });
}

/** Computes a store's clocks anew once its hours or policies changed, some tickets at a time. */
export const refreshWhenAsked: NonNullable<Domain["hearings"]>[number] = {
  channel: "deskhand_targets",
  work: refreshAll,
};

/** Goes on with what was killed, or not heard of. */
export const refreshForgotten: Schedule = {
  name: "targets.refresh-forgotten",
  cron: "* * * * *",
  work: (services) => forEachTenant(services, ({ tenantId }) => refreshAll(services, tenantId)),
};

/**
 * Computes all clocks anew, every night: a newer Node may know other rules of a time zone, and imported tickets have none yet.
 */
export const refreshNightly: Schedule = {
  name: "targets.refresh",
  cron: "17 3 * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      if ((await selectPoliciesOn(tx)).length > 0) await askForRefresh(tx);
    }),
};

async function refreshAll({ db, log }: Pick<Services, "db" | "log">, tenantId: TenantId): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = await db.withTenant(tenantId, (tx) => refreshSome(tx, log));
}

async function refreshSome(tx: TenantTx, log: Services["log"]): Promise<boolean> {
  const after = await lockRefresh(tx);
  if (after === undefined) return true;
  const ids = await lockTicketsAfter(tx, after, together);
  await renewClocks(tx, ids, await selectPoliciesOn(tx), { isQuiet: true, log });
  const last = ids.length === together ? ids.at(-1) : undefined;
  await saveRefresh(tx, last ?? null);
  if (last === undefined) await emit(tx, "targets.refreshed", {});
  return last === undefined;
}

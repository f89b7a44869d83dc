import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import type { Domain } from "../../../platform/domain.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { matchPolicies } from "../../targets/index.ts";
import { selectTenantIds } from "../../tenants/index.ts";
import { forgetFacts, setFacts, type TicketTraits, takeWaitingFacts } from "../../tickets/index.ts";
import { factsOf, type TargetsSince } from "./facts-of.ts";
import { findOrdered } from "./find-ordered.ts";
import { selectHistories } from "./history.queries.ts";
import { noteSettings, type SettingsSince, selectSettings } from "./settings.queries.ts";
import {
  type CountingState,
  changeSums,
  forgetSums,
  lockState,
  saveFilled,
  selectTicketsAfter,
} from "./sums.queries.ts";
import { traitsOf } from "./traits-of.ts";

/** So many tickets are counted in one transaction. */
const together = 100;

/** Counts a store's tickets that changed, soon after they did. */
export const countWhenChanged: NonNullable<Domain["hearings"]>[number] = {
  channel: "deskhand_figures",
  work: countAll,
};

/** Counts what was not heard of, and the tickets from before the upgrade, some more each minute. A store that fails keeps no other waiting. */
export const countForgotten: Schedule = {
  name: "reports.count",
  cron: "* * * * *",
  async work(services) {
    const { db, log } = services;
    for (const tenantId of await db.withoutTenant(selectTenantIds)) {
      try {
        await countAll(services, tenantId);
        await fillSome(services, tenantId);
      } catch (error) {
        log.error({ err: error, tenantId }, "The figures of a store could not be counted");
      }
    }
  },
};

/** What is left when the process is asked to stop is counted within the first minute of the next one. */
async function countAll({ db, jobs }: Pick<Services, "db" | "jobs">, tenantId: TenantId): Promise<void> {
  for (let mayBeMore = true; mayBeMore && !jobs.isStopping(); ) {
    mayBeMore = await db.withTenant(tenantId, countWaiting, { commit: "soon" });
  }
}

/** Counts some of the tickets that changed; true while there may be more. One transaction of a store does so at a time. */
export async function countWaiting(tx: TenantTx): Promise<boolean> {
  await lockName(tx, "reports.count");
  const { ids, notes } = await takeWaitingFacts(tx, together);
  if (notes > 0) await countTickets(tx, ids);
  return notes === together;
}

/** So many portions of older tickets are counted in one run. */
const portions = 50;

async function fillSome({ db, jobs }: Pick<Services, "db" | "jobs">, tenantId: TenantId): Promise<void> {
  let mayBeMore = true;
  for (let times = 0; mayBeMore && times < portions && !jobs.isStopping(); times += 1) {
    mayBeMore = await db.withTenant(tenantId, fillNext, { commit: "soon" });
  }
}

/** Counts the next tickets that were there before figures were, or before the store's clocks were changed; true while there may be more. */
export async function fillNext(tx: TenantTx): Promise<boolean> {
  await lockName(tx, "reports.count");
  const { filledTo } = await openState(tx);
  if (filledTo === null) return false;
  const ids = await selectTicketsAfter(tx, filledTo, together);
  await countTickets(tx, ids);
  const last = ids.length === together ? ids.at(-1) : undefined;
  await saveFilled(tx, last ?? null);
  return last !== undefined;
}

/** By which clocks a store is counted. If these were changed, all of it is forgotten, to be counted anew. */
async function openState(tx: TenantTx): Promise<CountingState> {
  const state = await lockState(tx);
  if (state.timeZone === state.storeZone) return state;
  await forgetFacts(tx);
  await forgetSums(tx, state.storeZone);
  return lockState(tx);
}

/** Computes tickets anew from their trails, and changes the sums by what is different. */
async function countTickets(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const { timeZone } = await openState(tx);
  if (ids.length === 0) return;
  await noteSettings(tx);
  const settings = await selectSettings(tx);
  const histories = (await selectHistories(tx, ids)).filter(({ isShell }) => !isShell);
  const targetsOf = await matchTargets(tx, ids, settings);
  const facts = histories.flatMap((history) => factsOf(history, settings, targetsOf(history.id)));
  const traits: TicketTraits[] = [];
  for (const history of histories) {
    traits.push({ ticketId: history.id, traits: traitsOf(history, await findOrdered(tx, history.id)) });
  }
  await changeSums(tx, ids, facts, traits, timeZone);
  await setFacts(tx, ids, facts, traits);
}

/** The policies that tickets had through time: those that held then and whose conditions the ticket meets as it is now. */
async function matchTargets(
  tx: TenantTx,
  ids: readonly string[],
  settings: readonly SettingsSince[],
): Promise<(ticketId: string) => TargetsSince[]> {
  const found: { since: number; policyOf: Awaited<ReturnType<typeof matchPolicies>> }[] = [];
  for (const { since, policies } of settings) found.push({ since, policyOf: await matchPolicies(tx, ids, policies) });
  return (ticketId) => found.map(({ since, policyOf }) => ({ since, policy: policyOf.get(ticketId) }));
}

import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Job } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { type OpenStore, openStore } from "../connection/open-store.ts";
import { holdConnection } from "../connection/stores.queries.ts";
import { type SyncTurn, syncJobFor } from "../job-kinds.ts";
import { atMostOf, fetchPage } from "./fetch-orders.ts";
import { ordersCountQuery } from "./order-query.ts";
import { savePage, tellScreens } from "./save-page.ts";
import { readPosition } from "./sync-position.ts";
import { deleteSync, endSync, type SyncKind, type SyncRow, selectSync, setExpected } from "./syncs.queries.ts";

/** How long one turn lasts, so that others in the queue get theirs and a process can end. */
const turnMs = 8_000;
/** How often screens are told of a running sync. */
const tellEveryMs = { full: 1_000, incremental: 1_000, backfill: 5_000, reconciliation: 5_000 } as const;
/** How long a store that fails after some progress is left alone. */
const pauseSeconds = 2;
/** Waiting for a store costs nothing, but processing answers takes the machine from people, so few run at a time. */
const takeIn = pLimit(2);

const isAsked = (kind: SyncKind) => kind === "full" || kind === "incremental";

/**
 * Continues a sync where it is (docs/product.md#syncing-orders): page after page, each saved with its progress, until
 * it is done or its turn ends and the next is queued. Holds no database connection while it waits for the store. Does
 * nothing for a sync that no longer runs.
 */
export async function runSync(services: Services, { tenantId, syncId, isLastTry }: Job<SyncTurn>): Promise<void> {
  const sync = await services.db.withTenant(tenantId, (tx) => selectSync(tx, syncId));
  if (sync?.state !== "running") return;
  try {
    const { watched, job } = services.settings.shopify.patience;
    const store = await openStore(services, tenantId, isAsked(sync.kind) ? watched : job);
    if (store) await takeTurn(services, tenantId, store, sync);
    else await giveUp(services, tenantId, sync, "No Shopify store is connected");
  } catch (error) {
    const words = error instanceof StoreFault ? wordsFor(error) : "An unexpected error occurred";
    tellLog(services, tenantId, sync, error);
    // The queue tries again; where a person waits, the store was asked often enough.
    if (!isLastTry && !isFinal(error, sync.kind)) throw error;
    await giveUp(services, tenantId, sync, words);
  }
}

/** How far a turn has come, and whether changed orders have not been announced yet. */
type Turn = { sync: SyncRow; isUntold: boolean };

async function takeTurn(services: Services, tenantId: TenantId, store: OpenStore, initial: SyncRow): Promise<void> {
  const turn: Turn = { sync: initial, isUntold: false };
  let startAfterSeconds = 0;
  try {
    if (initial.orders_fetched === 0) await recordExpected(services, tenantId, store, initial);
    if (await takePages(services, tenantId, store, turn)) return;
  } catch (error) {
    // After some progress the next turn gets as many tries as this one.
    if (turn.sync === initial || !(error instanceof StoreFault) || isFinal(error, initial.kind)) throw error;
    tellLog(services, tenantId, turn.sync, error);
    startAfterSeconds = pauseSeconds;
  }
  await services.db.withTenant(tenantId, async (tx) => {
    await services.jobs.enqueue(tx, syncJobFor(initial.kind), { syncId: initial.id }, { startAfterSeconds });
    await tellScreens(tx, turn.sync, turn.isUntold);
  });
}

/** Saves page after page until the turn ends; true when there is nothing to continue. */
async function takePages(services: Services, tenantId: TenantId, store: OpenStore, turn: Turn): Promise<boolean> {
  const { kind } = turn.sync;
  const startedAt = performance.now();
  let toldAt = startedAt;
  do {
    const askedAt = performance.now();
    const { sync, isUntold } = turn;
    const fetched = await fetchPage(store, kind, readPosition(sync.cursor ?? ""), sync.orders_fetched);
    const page = { ...fetched, connectionId: store.connectionId };
    const isTime = performance.now() - toldAt >= tellEveryMs[kind];
    const save = () => savePage(services, tenantId, sync, page, { isTime, isUntold });
    const saved = await (isAsked(kind) ? save() : takeIn(save));
    if (!saved || saved.isDone) return true;
    if (isTime) toldAt = performance.now();
    Object.assign(turn, { sync: saved.sync, isUntold: saved.isUntold });
    if (!isAsked(kind)) await sleep((performance.now() - askedAt) * services.settings.shopify.rest);
  } while (performance.now() - startedAt < turnMs);
  return false;
}

function tellLog({ log }: Services, tenantId: TenantId, { id, kind }: SyncRow, error: unknown): void {
  log.warn({ tenantId, syncId: id, kind, err: error }, "a sync was interrupted");
}

/** Records how many orders to expect, where the store knows. */
async function recordExpected(
  { db }: Services,
  tenantId: TenantId,
  store: OpenStore,
  { id, kind }: SyncRow,
): Promise<void> {
  if (kind !== "full" && kind !== "backfill") return;
  const { ordersCount } = await store.ask(ordersCountQuery, {});
  if (!ordersCount || (ordersCount.precision !== "EXACT" && kind === "backfill")) return;
  const expected = Math.min(ordersCount.count, atMostOf(kind));
  await db.withTenant(tenantId, (tx) => setExpected(tx, id, expected));
}

/** Ends a sync that cannot continue; the schedule starts another one where nobody asked for it. */
async function giveUp({ db }: Services, tenantId: TenantId, sync: SyncRow, fault: string): Promise<void> {
  await db.withTenant(tenantId, async (tx) => {
    await holdConnection(tx);
    if (sync.kind === "reconciliation") return deleteSync(tx, sync.id);
    // Changed orders of its last pages may not have been announced yet.
    if (await endSync(tx, sync.id, { fault })) await tellScreens(tx, sync, true);
  });
}

function isFinal(error: unknown, kind: SyncKind): boolean {
  if (!(error instanceof StoreFault)) return false;
  return isAsked(kind) || kind === "reconciliation" || error.kind === "revoked" || error.kind === "refused";
}

function wordsFor({ kind, message }: StoreFault): string {
  switch (kind) {
    case "revoked":
      return "Shopify no longer accepts the access token. Connect the store again";
    case "throttled":
      return "Shopify was too busy to answer. Try again in a few minutes";
    case "unreachable":
      return "Shopify could not be reached. Try again in a moment";
    case "unreadable":
      return "Shopify's answer could not be read. Try again in a moment";
    case "refused":
      return `Shopify refused to answer: ${message}`;
  }
}

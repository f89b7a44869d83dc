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

/** So long one turn goes on, so that others of the queue come to theirs and a process can end. */
const turnMs = 8_000;
/** Screens are told of a running sync so often. */
const tellEveryMs = { full: 1_000, incremental: 1_000, backfill: 5_000, reconciliation: 5_000 } as const;
/** A store that fails after it came on is left alone for so long. */
const pauseSeconds = 2;
/** Waiting for a store costs nothing. Of those that have an answer, so many take it in at a time: the computer is people's. */
const takeIn = pLimit(2);

const isAsked = (kind: SyncKind) => kind === "full" || kind === "incremental";

/**
 * Goes on with a sync where it is (docs/product.md#syncing-orders): page after page, each saved with how far it has come, until it
 * is done or its turn is over and the next one waits in the queue. While it waits for the store it holds no connection to the
 * database. What is no longer running is left alone.
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
    // The queue tries it again; a store that somebody waits for was asked often enough.
    if (!isLastTry && !isFinal(error, sync.kind)) throw error;
    await giveUp(services, tenantId, sync, words);
  }
}

/** How far a turn has come, and whether orders changed of which nobody was told. */
type Turn = { sync: SyncRow; isUntold: boolean };

async function takeTurn(services: Services, tenantId: TenantId, store: OpenStore, begun: SyncRow): Promise<void> {
  const turn: Turn = { sync: begun, isUntold: false };
  let startAfterSeconds = 0;
  try {
    if (begun.orders_fetched === 0) await expect(services, tenantId, store, begun);
    if (await takePages(services, tenantId, store, turn)) return;
  } catch (error) {
    // What came on has not failed: the next turn is tried as often as this one.
    if (turn.sync === begun || !(error instanceof StoreFault) || isFinal(error, begun.kind)) throw error;
    tellLog(services, tenantId, turn.sync, error);
    startAfterSeconds = pauseSeconds;
  }
  await services.db.withTenant(tenantId, async (tx) => {
    await services.jobs.enqueue(tx, syncJobFor(begun.kind), { syncId: begun.id }, { startAfterSeconds });
    await tellScreens(tx, turn.sync, turn.isUntold);
  });
}

/** Takes page after page until the turn is over; true where there is nothing to go on with. */
async function takePages(services: Services, tenantId: TenantId, store: OpenStore, turn: Turn): Promise<boolean> {
  const { kind } = turn.sync;
  const began = performance.now();
  let toldAt = began;
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
  } while (performance.now() - began < turnMs);
  return false;
}

function tellLog({ log }: Services, tenantId: TenantId, { id, kind }: SyncRow, error: unknown): void {
  log.warn({ tenantId, syncId: id, kind, err: error }, "a sync was interrupted");
}

/** Notes how many orders there will be, where the store knows. */
async function expect({ db }: Services, tenantId: TenantId, store: OpenStore, { id, kind }: SyncRow): Promise<void> {
  if (kind !== "full" && kind !== "backfill") return;
  const { ordersCount } = await store.ask(ordersCountQuery, {});
  if (!ordersCount || (ordersCount.precision !== "EXACT" && kind === "backfill")) return;
  const expected = Math.min(ordersCount.count, atMostOf(kind));
  await db.withTenant(tenantId, (tx) => setExpected(tx, id, expected));
}

/** Ends a sync that cannot go on; one that nobody asked for comes again by the clock. */
async function giveUp({ db }: Services, tenantId: TenantId, sync: SyncRow, fault: string): Promise<void> {
  await db.withTenant(tenantId, async (tx) => {
    await holdConnection(tx);
    if (sync.kind === "reconciliation") return deleteSync(tx, sync.id);
    // Orders of its last pages may have changed of which nobody was told.
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

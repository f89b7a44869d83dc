import { setTimeout as sleep } from "node:timers/promises";
import type { SavedOrderNumber, TicketOrder } from "@deskhand/contract/tracking";
import type { LookFault, StoreFaultKind } from "@deskhand/contract/vocabulary";
import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor, ActorContext } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import type { AdminApi } from "../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../platform/shopify/store-fault.ts";
import { lockStoreData, saveStoreCustomers } from "../customers/index.ts";
import {
  deleteGoneOrders,
  digitsOf,
  insertGoneOrders,
  saveStoreOrders,
  selectGoneNames,
  tellOfOrders,
} from "../orders/index.ts";
import {
  fetchOrdersByIds,
  fetchOrdersByName,
  holdConnection,
  isStillConnected,
  type OpenStore,
  openStore,
  type ReadOrders,
} from "../shopify/index.ts";
import { deleteSavedNumber, recordActivity, upsertSavedNumber } from "../tickets/index.ts";
import { changesSinceCustomerWrote, type Written } from "./parcels/changes-since.ts";
import { trackingOf } from "./parcels/tracking-of.ts";
import { type NumberedOrder, type OrderRow, selectOrderByNumber } from "./rows/ticket-orders.queries.ts";
import { lockTrackedTicket, selectSaved, selectTicketAbout } from "./rows/tracking.queries.ts";

type Look = { ticketId: string; orderNumber: string };
type Desk = Pick<ActorContext, "services" | "actor" | "withTenant">;

/**
 * Looks up an order by number for a ticket: from the connected store, within seconds, else as last read. Reports it
 * missing only where no store could know better, or the store no longer has it.
 */
export async function lookUpOrder(
  { services, actor, withTenant }: Desk,
  look: Look,
): Promise<{ order: TicketOrder; fault: LookFault | null }> {
  const stored = await withTenant((tx) => findOrder(tx, look));
  const wanted = { orderNumber: look.orderNumber, known: storeIdOf(stored.found) };
  const { isAnswered, isGone, fault } = await askStoreFor(services, actor.tenantId, wanted);
  if (isGone) throw fail("tracked_order_deleted");
  const { found, written } = isAnswered ? await withTenant((tx) => findOrder(tx, look)) : stored;
  if (!found && fault !== null) throw fail("tracking_failed");
  if (!found) {
    const [deletedName] = await withTenant((tx) => selectGoneNames(tx, [look.orderNumber]));
    throw fail(deletedName === undefined ? "tracked_order_not_found" : "tracked_order_deleted");
  }
  return { order: presentOrder(found.row, written), fault };
}

// Imported orders have ids no store knows. For a name not stored here, the store may have the order.
function storeIdOf(found: NumberedOrder | undefined): string | null {
  if (!found?.typed.isLiteral) return null;
  const { shopifyOrderId } = found.row;
  return /^\d{1,20}$/.test(shopifyOrderId) ? shopifyOrderId : null;
}

async function findOrder(tx: TenantTx, { ticketId, orderNumber }: Look) {
  const about = await selectTicketAbout(tx, ticketId);
  if (!about) throw fail("ticket_not_found");
  const found = await selectOrderByNumber(tx, orderNumber, about.customer);
  return { found, written: about.written };
}

type Wanted = {
  orderNumber: string;
  /** The store's id of the stored order with this number. */
  known: string | null;
};
/** `isAnswered` where the stored order now equals the store's; `isGone` where the store no longer has it. */
type StoreAnswer = { isAnswered: boolean; isGone?: true; fault: LookFault | null };

/** A person waits: two tries, and no longer than this in all. */
const longestMs = 8_000;
const hurried = { tries: 2, timeoutMs: 3_500, firstPauseMs: 200, longestPauseMs: 1_000, withinMs: longestMs };

/**
 * Reads an order again from the tenant's store and saves it; one the store no longer has is deleted, as by a webhook.
 * Without a connected store it does nothing.
 */
async function askStoreFor(services: Services, tenantId: TenantId, wanted: Wanted): Promise<StoreAnswer> {
  try {
    const store = await openStore(services, tenantId, hurried);
    if (!store) return { isAnswered: false, fault: await revokedFault(services, tenantId) };
    const read = await withinTime(fetchWanted(store, wanted));
    const goneIds = await services.db.withTenant(tenantId, (tx) => keep(tx, store, read));
    if (goneIds === null) return { isAnswered: true, fault: null };
    if (read.orders.length > 0) return { isAnswered: true, fault: null };
    if (read.unreadable.length > 0) return { isAnswered: false, fault: "unreadable" };
    if (goneIds.length > 0) return { isAnswered: true, isGone: true, fault: null };
    const isUnknown = wanted.known === null;
    return { isAnswered: isUnknown, fault: isUnknown ? null : "not_shown" };
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // The order is shown as last read, with its age and the reason.
    services.log.warn({ tenantId, err: error }, "a store did not say where an order is");
    return { isAnswered: false, fault: error.kind };
  }
}

type Read = ReadOrders & { missing: string[] };

async function fetchWanted(store: AdminApi, { orderNumber, known }: Wanted): Promise<Read> {
  if (known !== null) return fetchOrdersByIds(store, [known]);
  return { ...(await fetchOrdersByName(store, namesOf(orderNumber))), missing: [] };
}

/** Saves the store's answer; returns the ids of deleted rows, or null where that store is no longer connected. */
async function keep(
  tx: TenantTx,
  { connectionId }: OpenStore,
  { customers, orders, missing }: Read,
): Promise<string[] | null> {
  // Disconnected meanwhile: its orders are deleted, and must not come back.
  if (!(await isStillConnected(tx, connectionId))) return null;
  // Waits for saves under way; later ones see what is gone.
  await lockStoreData(tx);
  await insertGoneOrders(tx, missing);
  await saveStoreCustomers(tx, customers);
  await saveStoreOrders(tx, orders);
  const goneIds = await deleteGoneOrders(
    tx,
    missing.map((id) => ({ id, isDeleted: false })),
  );
  if (goneIds.length > 0) await tellOfOrders(tx, goneIds);
  return goneIds;
}

async function revokedFault(services: Services, tenantId: TenantId): Promise<StoreFaultKind | null> {
  const connection = await services.db.withTenant(tenantId, holdConnection);
  return connection && connection.revoked_at !== null ? "revoked" : null;
}

function namesOf(orderNumber: string): string[] {
  const digits = digitsOf(orderNumber);
  return digits === null || digits === orderNumber ? [orderNumber] : [orderNumber, digits];
}

async function withinTime<Read>(reading: Promise<Read>): Promise<Read> {
  const timer = new AbortController();
  try {
    const late = sleep(longestMs, undefined, { signal: timer.signal }).then(() => {
      throw new StoreFault("unreachable", "The store took too long to answer");
    });
    return await Promise.race([reading, late]);
  } finally {
    timer.abort();
    // Whichever of the two comes last is not awaited, and must not reject unhandled.
    reading.catch(() => undefined);
  }
}

/** An order for a ticket: with its parcels, and what happened to it since the customer wrote. */
export function presentOrder(row: OrderRow, written: Written | null): TicketOrder {
  const { paidAt, cancelledBy, refunds, shipments, shopifyOrderId: _, ...same } = row;
  return { ...same, parcels: trackingOf(row), since: changesSinceCustomerWrote(row, written) };
}

type WantedNumber = { ticketId: string; orderNumber: string | null; expected?: string | null | undefined };

/**
 * Saves or removes the number of a ticket's order. A value that somebody else changed meanwhile is refused unless it
 * equals the wanted one, so repeating a request does nothing.
 */
export async function saveOrderNumber(
  tx: TenantTx,
  actor: Actor,
  { ticketId, orderNumber, expected }: WantedNumber,
): Promise<{ saved: SavedOrderNumber | null }> {
  const ticket = await lockTrackedTicket(tx, ticketId);
  if (!ticket) throw fail("ticket_not_found");
  if (ticket.isArchived) throw fail("ticket_archived");
  const before = await selectSaved(tx, ticketId);
  const current = before?.orderNumber ?? null;
  if (current === orderNumber) return { saved: before ?? null };
  if (expected !== undefined && expected !== current) {
    throw fail("ticket_changed_meanwhile", { field: "orderNumber", value: current });
  }
  if (orderNumber === null) await deleteSavedNumber(tx, ticketId);
  else await upsertSavedNumber(tx, actor, { ticketId, orderNumber });
  await emit(tx, "ticket.order-changed", { ticketId, from: current, to: orderNumber, actorId: actor.userId });
  await recordActivity(tx, actor, { ticketId, kind: "order_changed", details: { from: current, to: orderNumber } });
  return { saved: (await selectSaved(tx, ticketId)) ?? null };
}

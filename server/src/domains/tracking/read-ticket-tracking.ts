import { parcelLabels } from "@deskhand/contract/desk/order-states";
import { defaultCurrency } from "@deskhand/contract/limits";
import type { FoundOrders, TicketTracking, TrackingInfo } from "@deskhand/contract/tracking";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { selectGoneNames, trackingPage } from "../orders/index.ts";
import { presentOrder } from "./look-up-order.ts";
import type { Written } from "./parcels/changes-since.ts";
import { stageOfWord } from "./parcels/shipment-stage.ts";
import { trackingOf } from "./parcels/tracking-of.ts";
import { parseStoreData } from "./parsed/parse-store-data.ts";
import {
  selectNewestOrders,
  selectOrderByNumber,
  selectOrdersById,
  selectStoreCurrency,
} from "./rows/ticket-orders.queries.ts";
import { selectSaved, selectStoreTexts, selectTicketAbout } from "./rows/tracking.queries.ts";
import { newestTrackingNotes } from "./tracking-notes.ts";

type Found = Pick<TicketTracking, "found" | "notFound">;

/** A ticket's customer, order and parcels (docs/product.md#parcels), with the orders found in its texts. */
export async function readTicketTracking(
  tx: TenantTx,
  ticketId: string,
  foundOrders: FoundOrders,
): Promise<TicketTracking> {
  const about = await selectTicketAbout(tx, ticketId);
  if (!about) throw fail("ticket_not_found");
  const { customer, store, written } = about;
  const saved = (await selectSaved(tx, ticketId)) ?? null;
  const newest = customer ? await selectNewestOrders(tx, customer.id) : [];
  const order = saved ? await selectOrderByNumber(tx, saved.orderNumber, customer) : undefined;
  const found = await withOrders(tx, foundOrders, written);
  const unknown = [...(saved && !order ? [saved.orderNumber] : []), ...found.notFound];
  const currency = newest[0]?.currency ?? (customer && (await selectStoreCurrency(tx))) ?? defaultCurrency;
  const isLive = order !== undefined || newest.length > 0 || found.found.some(({ certainty }) => certainty !== "other");
  return {
    customer: customer && { ...customer, currency, orders: newest.map((row) => presentOrder(row, written)) },
    saved,
    savedOrder: order ? presentOrder(order.row, written) : null,
    savedCertainty: order?.typed.certainty ?? null,
    savedDoubt: order?.typed.doubt ?? null,
    ...found,
    deleted: unknown.length > 0 ? await selectGoneNames(tx, unknown) : [],
    parsed: isLive ? null : await readParsed(tx, ticketId),
    store: store ?? { state: "none", shopDomain: null, lastSyncedAt: null, revokedAt: null },
    ...(await newestTrackingNotes(tx, ticketId)),
  };
}

async function withOrders(tx: TenantTx, { orders, notFound }: FoundOrders, written: Written | null): Promise<Found> {
  const ids = orders.map(({ orderId }) => orderId);
  const rows = new Map((ids.length === 0 ? [] : await selectOrdersById(tx, ids)).map((row) => [row.id, row]));
  const found = orders.flatMap(({ orderId, name: _, ...mention }) => {
    const row = rows.get(orderId);
    return row ? [{ ...mention, order: presentOrder(row, written) }] : [];
  });
  return { found, notFound };
}

/** The customer and orders in a ticket's texts; null where there are none. */
async function readParsed(tx: TenantTx, ticketId: string): Promise<TicketTracking["parsed"]> {
  const parsed = parseStoreData(await selectStoreTexts(tx, ticketId));
  if (!parsed) return null;
  const orders = parsed.orders.map(({ tracking, ...order }) => ({
    ...order,
    tracking: tracking && { ...tracking, trackUrl: trackUrlOf(tracking) },
  }));
  return { ...parsed, orders };
}

function trackUrlOf({ number, carrier }: { number: string; carrier: string }) {
  return trackingPage({ number, company: carrier, url: null });
}

/** The first parcel an order's ticket shows, preferably one with a number; undefined where there is no such order. */
export async function findFirstParcel(tx: TenantTx, orderId: string): Promise<TrackingInfo | undefined> {
  const [order] = await selectOrdersById(tx, [orderId]);
  const parcels = order ? trackingOf(order) : [];
  return parcels.find(({ trackingNumber }) => trackingNumber !== null) ?? parcels[0];
}

/** A parcel's state in words for a customer; trouble is named. */
export function parcelWords({ status, events, platformStatus }: TrackingInfo): string {
  if (status !== "exception") return parcelLabels[status];
  const description = events.find((event) => event.status === status)?.description;
  return description ?? stageOfWord(platformStatus)?.text ?? parcelLabels[status];
}

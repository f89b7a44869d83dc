import { limits } from "@deskhand/contract/limits";
import type { CustomerOrder, OrderDetail, OrderFilter, OrderList, OrderStats } from "@deskhand/contract/orders";
import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { Read } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { readCustomer } from "../customers/index.ts";
import { resolveNumber } from "./numbers/resolve-number.ts";
import {
  type Counted,
  customerOrdersQuery,
  type OrderCursor,
  orderDetailQuery,
  orderPageQuery,
  orderStatsQuery,
} from "./shown-orders.queries.ts";
import { carrierPage } from "./tracking-pages.ts";

type Page = OrderFilter & { cursor?: string | undefined; limit: number };

type Total = Pick<OrderList, "total" | "totalIsCapped">;

/** The last order of a page, and the count of the first page. */
const cursorSchema = z
  .tuple([timestamp, z.uuid(), z.int().min(0), z.literal([0, 1])])
  .transform(([createdAt, id, total, isCapped]): OrderCursor & Total => ({
    createdAt,
    id,
    total,
    totalIsCapped: isCapped === 1,
  }));

/** Lists one page of the orders found, newest first, with their number (docs/product.md#orders). */
export async function listOrders(read: Read, page: Page): Promise<OrderList> {
  const listed = await listPage(read, page);
  if (!page.search || listed.items.length > 0) return listed;
  for (const search of (await resolveNumber(read, page.search))?.orders ?? []) {
    const resolved = await listPage(read, { ...page, search });
    if (resolved.items.length > 0) return resolved;
  }
  return listed;
}

async function listPage(read: Read, { cursor, limit, search = "", status }: Page): Promise<OrderList> {
  const after = readCursor(cursor, cursorSchema);
  const position = after && { createdAt: after.createdAt, id: after.id };
  const rows = await read(orderPageQuery({ search, status: status ?? null, ...position, limit: limit + 1 }));
  const items = rows.slice(0, limit).map(({ count, isWhole, ...card }) => card);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const { total, totalIsCapped } =
    after ?? totalOf(rows, search === "" ? limits.searchCountCap : limits.ordersCountedInSearch);
  const nextCursor = last ? writeCursor([last.createdAt, last.id, total, Number(totalIsCapped)]) : null;
  return { items, nextCursor, total, totalIsCapped };
}

function totalOf(rows: readonly Counted[], cap: number): Total {
  const { count = 0, isWhole = true } = rows[0] ?? {};
  // An incomplete count is at least the number of rows here.
  const found = Math.max(count, rows.length);
  return { total: Math.min(found, cap), totalIsCapped: found > cap || !isWhole };
}

/** Reads the figures about all orders. */
export async function readOrderStats(read: Read): Promise<OrderStats> {
  const [stats] = await read(orderStatsQuery());
  if (!stats) throw new Error("An aggregate always has a row");
  return stats;
}

type CustomerPage = { customerId: string; cursor?: string | undefined; limit: number };

const placeSchema = z.tuple([timestamp, z.uuid()]).transform(([createdAt, id]) => ({ createdAt, id }));

/** Lists one page of a customer's orders, newest first. */
export async function listCustomerOrders(
  read: Read,
  { customerId, cursor, limit }: CustomerPage,
): Promise<{ items: CustomerOrder[]; nextCursor: string | null }> {
  const after = readCursor(cursor, placeSchema);
  const rows = await read(customerOrdersQuery({ customerId, ...after, limit: limit + 1 }));
  // Tells a customer without orders from a missing one, for whom this fails.
  if (rows.length === 0) await readCustomer(read, customerId);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit), nextCursor: last ? writeCursor([last.createdAt, last.id]) : null };
}

/** Reads an order with all details in one round trip (docs/product.md#orders). */
export async function readOrder(read: Read, id: string): Promise<OrderDetail> {
  const [order] = await read(orderDetailQuery([id]));
  if (!order) throw fail("order_not_found");
  return { ...order, fulfillments: order.fulfillments.map(withCarrierPages) };
}

type Fulfillment = OrderDetail["fulfillments"][number];

// Links a recognised carrier's page where the store gives none.
function withCarrierPages(fulfillment: Fulfillment): Fulfillment {
  const parcels = fulfillment.parcels.map((parcel) => ({ ...parcel, url: parcel.url ?? carrierPage(parcel) }));
  return { ...fulfillment, parcels };
}

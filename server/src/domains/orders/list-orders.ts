import { limits } from "@deskhand/contract/limits";
import type { OrderFilter, OrderList, OrderStats } from "@deskhand/contract/orders";
import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { Read } from "../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../platform/list-cursor.ts";
import { type OrderCursor, orderCountQuery, orderPageQuery, orderStatsQuery } from "./order-list.queries.ts";

type Page = OrderFilter & { cursor?: string | undefined; limit: number };

const cursorSchema = z.tuple([timestamp, z.uuid()]).transform(([createdAt, id]): OrderCursor => ({ createdAt, id }));

/** One page of the orders that are found, the newest first, with how many there are (docs/product.md#orders). */
export async function listOrders(read: Read, { cursor, limit, search = "", status }: Page): Promise<OrderList> {
  const after = readCursor(cursor, cursorSchema);
  const found = { search, status: status ?? null };
  const rows = await read(orderPageQuery({ ...found, ...after, limit: limit + 1 }));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const items = rows.slice(0, limit).map(({ count, ...card }) => card);
  const nextCursor = last ? writeCursor([last.createdAt, last.id]) : null;
  // A first page that is not full is all there is.
  if (!after && !last) return { items, nextCursor, total: items.length, totalIsCapped: false };
  if (search === "") {
    const count = rows[0]?.count ?? 0;
    const total = Math.min(count, limits.searchCountCap);
    return { items, nextCursor, total, totalIsCapped: count > total };
  }
  const [counted] = await read(orderCountQuery(found));
  if (!counted) throw new Error("A count always has a row");
  // Of what was not counted to its end, at least what is here.
  const total = Math.min(Math.max(counted.count, rows.length), limits.ordersCountedInSearch);
  return { items, nextCursor, total, totalIsCapped: !counted.isWhole };
}

/** What is said of all orders together. */
export async function readOrderStats(read: Read): Promise<OrderStats> {
  const [stats] = await read(orderStatsQuery());
  if (!stats) throw new Error("An aggregate always has a row");
  return stats;
}

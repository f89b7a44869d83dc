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
  // A first page that is not full is all there is.
  const isAll = !after && rows.length <= limit;
  const [counted] = isAll ? [{ count: rows.length, isWhole: true }] : await read(orderCountQuery(found));
  if (!counted) throw new Error("A count always has a row");
  const cap = search === "" ? limits.searchCountCap : limits.ordersCountedInSearch;
  return {
    items: rows.slice(0, limit),
    nextCursor: last ? writeCursor([last.createdAt, last.id]) : null,
    // Of what was not counted to its end, at least what is here.
    total: Math.min(Math.max(counted.count, rows.length), cap),
    totalIsCapped: !counted.isWhole,
  };
}

/** What is said of all orders together. */
export async function readOrderStats(read: Read): Promise<OrderStats> {
  const [stats] = await read(orderStatsQuery());
  if (!stats) throw new Error("An aggregate always has a row");
  return stats;
}

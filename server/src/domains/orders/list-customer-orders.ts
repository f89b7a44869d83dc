import type { CustomerOrder } from "@deskhand/contract/orders";
import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { Read } from "../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../platform/list-cursor.ts";
import { readCustomer } from "../customers/index.ts";
import { customerOrdersQuery } from "./customer-orders.queries.ts";

type Page = { customerId: string; cursor?: string | undefined; limit: number };

const cursorSchema = z.tuple([timestamp, z.uuid()]).transform(([createdAt, id]) => ({ createdAt, id }));

/** One page of a customer's orders, the newest first. */
export async function listCustomerOrders(
  read: Read,
  { customerId, cursor, limit }: Page,
): Promise<{ items: CustomerOrder[]; nextCursor: string | null }> {
  const after = readCursor(cursor, cursorSchema);
  const rows = await read(customerOrdersQuery({ customerId, ...after, limit: limit + 1 }));
  // No orders, or no such customer: then this fails.
  if (rows.length === 0) await readCustomer(read, customerId);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit), nextCursor: last ? writeCursor([last.createdAt, last.id]) : null };
}

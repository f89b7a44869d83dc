import type {
  CustomerDetail,
  CustomerFilter,
  CustomerList,
  CustomerStats,
  FoundCustomer,
} from "@deskhand/contract/customers";
import { defaultCurrency, limits } from "@deskhand/contract/limits";
import { timestamp } from "@deskhand/contract/page";
import type { CustomerKind } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { ofOrders } from "./asked.queries.ts";
import { foundCustomersQuery } from "./customers.queries.ts";
import {
  type CustomerCursor,
  customerCountQuery,
  customerDetailQuery,
  customerPageQuery,
  customerStatsQuery,
} from "./list.queries.ts";

type Page = CustomerFilter & { cursor?: string | undefined; limit: number };

const cursorSchema = z.tuple([timestamp, z.uuid()]).transform(([createdAt, id]): CustomerCursor => ({ createdAt, id }));
const isLinked: Record<CustomerKind, boolean | null> = { all: null, store: true, other: false };

/** Lists one page of the customers found, newest first, with their number (docs/product.md#customers). */
export async function listCustomers(read: Read, page: Page): Promise<CustomerList> {
  const listed = await listPage(read, page);
  if (!page.search || listed.items.length > 0) return listed;
  for (const search of (await ofOrders.answer.resolveNumber(read, page.search))?.customers ?? []) {
    const meant = await listPage(read, { ...page, search });
    if (meant.items.length > 0) return meant;
  }
  return listed;
}

async function listPage(read: Read, { cursor, limit, search = "", kind }: Page): Promise<CustomerList> {
  const after = readCursor(cursor, cursorSchema);
  const found = { search, isLinked: isLinked[kind] };
  const rows = await read(customerPageQuery({ ...found, ...after, limit: limit + 1 }));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  // A first page that is not full is the whole result.
  const isWhole = !after && rows.length <= limit;
  const total = isWhole ? rows.length : ((await read(customerCountQuery(found)))[0]?.count ?? 0);
  return {
    items: rows.slice(0, limit).map(({ currency, ...card }) => card),
    nextCursor: last ? writeCursor([last.createdAt, last.id]) : null,
    total: Math.min(total, limits.searchCountCap),
    totalIsCapped: total > limits.searchCountCap,
    currency: rows[0]?.currency ?? defaultCurrency,
  };
}

/** Customers to pick from: by name and address, else by the number that was typed. */
export async function searchCustomers(
  read: Read,
  { q: typed, limit }: { q: string; limit: number },
): Promise<{ items: FoundCustomer[] }> {
  const items = await read(foundCustomersQuery({ typed, limit }));
  if (items.length > 0 || typed === "") return { items };
  const [meant] = (await ofOrders.answer.resolveNumber(read, typed))?.customers ?? [];
  return { items: meant === undefined ? [] : await read(foundCustomersQuery({ typed: meant, limit })) };
}

/** Reads one customer, with counts of tickets and orders. */
export async function readCustomer(read: Read, id: string): Promise<CustomerDetail> {
  return present(await read(customerDetailQuery(id)));
}

/** Reads one customer within the transaction. */
export async function loadCustomer(tx: TenantTx, id: string): Promise<CustomerDetail> {
  return present((await tx.executeQuery(customerDetailQuery(id))).rows);
}

function present([customer]: CustomerDetail[]): CustomerDetail {
  if (!customer) throw fail("customer_not_found");
  return customer;
}

/** Reads the figures about all customers. */
export async function readCustomerStats(read: Read): Promise<CustomerStats> {
  const [stats] = await read(customerStatsQuery());
  if (!stats) throw new Error("An aggregate always has a row");
  return stats;
}

import { Readable } from "node:stream";
import type { Db, TenantId, TenantTx } from "../../platform/db/tenant.ts";
import {
  selectMailsToExport,
  selectOrderIdsOf,
  selectOrderToExport,
  selectProfile,
  selectTicketIdsOf,
  selectTicketToExport,
} from "./export.queries.ts";

/**
 * All that is kept of a customer, as JSON (docs/product.md#privacy-requests): profile, orders, tickets with messages, notes and
 * files, and mails; null when there is no such customer. An order or a ticket at a time is held in memory.
 */
export async function exportCustomer(db: Db, tenantId: TenantId, id: string): Promise<Readable | null> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => db.withTenant(tenantId, work);
  const customer = await inTenant((tx) => selectProfile(tx, id));
  return customer ? Readable.from(partsOf(inTenant, customer), { objectMode: false }) : null;
}

type InTenant = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

async function* partsOf(inTenant: InTenant, customer: { id: string; emails: string[] }): AsyncGenerator<string> {
  const { id, emails } = customer;
  yield `{"exportedAt":${JSON.stringify(new Date())},\n"customer":${JSON.stringify(customer)},\n"orders":`;
  const orderIds = await inTenant((tx) => selectOrderIdsOf(tx, id, emails));
  yield* listOf(orderIds, (orderId) => inTenant((tx) => selectOrderToExport(tx, orderId)));
  yield ',\n"tickets":';
  const ticketIds = await inTenant((tx) => selectTicketIdsOf(tx, id, emails));
  yield* listOf(ticketIds, (ticketId) => inTenant((tx) => selectTicketToExport(tx, ticketId, customer)));
  yield `,\n"mails":${JSON.stringify(await inTenant((tx) => selectMailsToExport(tx, id, emails)))}}\n`;
}

// What is deleted while it is being exported is left out.
async function* listOf(ids: readonly string[], load: (id: string) => Promise<object | undefined>) {
  let separator = "[";
  for (const id of ids) {
    const item = await load(id);
    if (!item) continue;
    yield separator + JSON.stringify(item);
    separator = ",\n";
  }
  yield separator === "[" ? "[]" : "]";
}

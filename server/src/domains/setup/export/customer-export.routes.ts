import { Readable } from "node:stream";
import { customerExportUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import type { Db, TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import { asDownload } from "../../../platform/http/downloads.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { nameCustomer } from "../../customers/index.ts";
import {
  selectMailsToExport,
  selectOrderIdsOf,
  selectOrderToExport,
  selectProfile,
  selectTicketIdsOf,
  selectTicketToExport,
} from "./customer-export.queries.ts";

/** `GET /api/customers/:id/export`: downloads everything about a customer; the audit log records who did. */
export function customerExportRoutes(http: FastifyInstance, { db }: Services): void {
  http.get<{ Params: { id: string } }>(
    customerExportUrl(":id"),
    { config: { work: "heavy" } },
    async (request, reply) => {
      const actor = requireAccess(request.actor, "customers:export");
      const { id } = request.params;
      const parts = isId(id) ? await exportCustomer(db, actor.tenantId, id) : null;
      if (!parts) throw fail("customer_not_found");
      await db.withTenant(actor, async (tx) => {
        const customer = await selectProfile(tx, id);
        await record(tx, actor.userId, "customer.exported", { id, label: customer ? nameCustomer(customer) : "" });
      });
      return reply
        .header("content-type", "application/json; charset=utf-8")
        .header("content-disposition", asDownload(`customer-${id.slice(-8)}.json`))
        .header("x-content-type-options", "nosniff")
        .send(parts);
    },
  );
}

/**
 * Streams everything about a customer as JSON (docs/product.md#privacy-requests): profile, orders, mails, and tickets
 * with messages, notes and files. Null when there is no such customer. Holds one order or ticket in memory at a time.
 */
async function exportCustomer(db: Db, tenantId: TenantId, id: string): Promise<Readable | null> {
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

// Leaves out what is deleted during the export.
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

import { customerExportUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";
import { isId } from "../../platform/db/ids.ts";
import { fail } from "../../platform/fail.ts";
import { requireAccess } from "../../platform/http/api.ts";
import { asDownload } from "../../platform/http/as-download.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { selectProfile } from "./export.queries.ts";
import { exportCustomer } from "./export-customer.ts";
import { nameCustomer } from "./name-customer.ts";

/** `GET /api/customers/:id/export`: all that is kept of a customer, as a download; who had it stands in the audit log. */
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

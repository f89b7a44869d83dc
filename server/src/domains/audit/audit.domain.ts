import { planNames } from "@deskhand/contract/admin/billing";
import type { Domain } from "../../platform/domain.ts";
import { api, sharedApi } from "../../platform/http/api.ts";
import { record } from "./audit.queries.ts";
import { selectPeopleInLog } from "./entries.queries.ts";
import { auditExportRoutes } from "./export.routes.ts";
import { listEntries } from "./list-entries.ts";

export const audit: Domain = {
  tables: ["audit_log"],
  routes: () => ({
    audit: {
      list: sharedApi.audit.list.handler(({ context, input }) => context.withTenant((tx) => listEntries(tx, input))),
      people: api.audit.people.handler(async ({ context }) => ({
        items: await context.withTenant(selectPeopleInLog),
      })),
    },
  }),
  streams: [auditExportRoutes],
  subscribers: {
    // The domain of tenants stands before this one.
    "client.renamed": (tx, { from, to, actorId }) =>
      from === to
        ? record(tx, actorId, "settings.store-name-confirmed", { id: tx.tenantId, label: to })
        : record(tx, actorId, "settings.store-renamed", { id: tx.tenantId, label: to }, { from, to }),
    "plan.chosen": (tx, { plan, actorId }) =>
      record(tx, actorId, "billing.plan-chosen", { id: plan, label: planNames[plan] }),
  },
};

import { planNames } from "@deskhand/contract/admin/plans";
import type { Domain } from "../../platform/domain.ts";
import { forgetInAudit, record } from "./audit.queries.ts";

export const audit: Domain = {
  subscribers: {
    "customer.redacted": forgetInAudit,
    // The domain of tenants stands before this one.
    "client.renamed": (tx, { from, to, actorId }) =>
      record(tx, actorId, "settings.store-renamed", { id: tx.tenantId, label: to }, { from, to }),
    "plan.chosen": (tx, { plan, actorId }) =>
      record(tx, actorId, "billing.plan-chosen", { id: plan, label: planNames[plan] }),
  },
};

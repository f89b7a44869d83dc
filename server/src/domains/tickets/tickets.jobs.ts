import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { foldTicketCounts } from "./fold.queries.ts";

/** Folds each tenant's ticket counts every minute, so that reading them sums a few rows. */
export const foldCounts: Schedule = {
  name: "tickets.fold-counts",
  cron: "* * * * *",
  work: (services) => forEachTenant(services, foldTicketCounts),
};

import type { Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { forEachTenant } from "../tenants/index.ts";
import { foldTicketCounts } from "./fold.queries.ts";

/** Folds each tenant's ticket counts every minute, so that reading them sums a few rows. */
export function foldCountsSchedule({ db }: Services): Schedule {
  return { name: "tickets.fold-counts", cron: "* * * * *", work: () => forEachTenant(db, foldTicketCounts) };
}

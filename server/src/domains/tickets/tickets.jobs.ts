import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { foldResponseTimes, foldTicketCounts } from "./list/fold.queries.ts";

/** Folds what is kept of each tenant's tickets every minute, so that reading it sums a few rows. */
export const foldCounts: Schedule = {
  name: "tickets.fold-counts",
  cron: "* * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await foldTicketCounts(tx);
      await foldResponseTimes(tx);
    }),
};

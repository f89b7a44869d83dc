import { limits } from "@deskhand/contract/limits";
import type { Schedule } from "../../platform/jobs/job.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteStaleUploads } from "./files/uploads.queries.ts";
import { foldResponseTimes, foldTicketCounts, foldTicketQueues, foldTicketTags } from "./list/fold.queries.ts";

/** Folds each tenant's ticket deltas every minute, so that reading a figure sums only a few rows. */
export const foldCounts: Schedule = {
  name: "tickets.fold-counts",
  cron: "* * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await foldTicketCounts(tx);
      await foldTicketQueues(tx);
      await foldTicketTags(tx);
      await foldResponseTimes(tx);
    }),
};

/** Deletes files that were uploaded for a reply and not sent within a day. */
export const deleteUnsentFiles: Schedule = {
  name: "messages.delete-unsent-files",
  cron: "37 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => deleteUnusedFiles(tx, await deleteStaleUploads(tx, limits.uploadKeptHours))),
};

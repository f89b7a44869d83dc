import { limits } from "@deskhand/contract/limits";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { deleteUnusedFiles } from "../../../platform/storage/files.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { deleteStaleUploads } from "./uploads.queries.ts";

/** Deletes files that were attached to a reply and not sent within a day. */
export const deleteUnsentFiles: Schedule = {
  name: "messages.delete-unsent-files",
  cron: "37 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => deleteUnusedFiles(tx, await deleteStaleUploads(tx, limits.uploadKeptHours))),
};

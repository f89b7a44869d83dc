import { limits } from "@deskhand/contract/limits";
import type { Schedule } from "../../platform/jobs/job.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { forEachTenant } from "../tenants/index.ts";
import { dropStaleUploads } from "./save.queries.ts";

/** Deletes uploads that no resource has taken within a day. */
export const deleteUnusedUploads: Schedule = {
  name: "knowledge.delete-unused-uploads",
  cron: "47 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => deleteUnusedFiles(tx, await dropStaleUploads(tx, limits.uploadKeptHours))),
};

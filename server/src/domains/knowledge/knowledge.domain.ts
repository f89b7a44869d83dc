import { limits } from "@deskhand/contract/limits";
import type { Domain } from "../../platform/domain.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { forEachTenant } from "../tenants/index.ts";
import { knowledgeRoutes } from "./knowledge.routes.ts";
import { fileRoutes } from "./public/file.routes.ts";
import { pageRoutes } from "./public/page.routes.ts";
import { resourceUploadRoutes } from "./resource-uploads.routes.ts";
import { dropStaleUploads } from "./save.queries.ts";

/** Deletes uploads that no resource has taken within a day. */
export const deleteUnusedUploads: Schedule = {
  name: "knowledge.delete-unused-uploads",
  cron: "47 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => deleteUnusedFiles(tx, await dropStaleUploads(tx, limits.uploadKeptHours))),
};

export const knowledge: Domain = {
  tables: ["knowledge_articles", "knowledge_versions", "knowledge_uploads", "knowledge_counts"],
  routes: () => ({ knowledge: knowledgeRoutes }),
  streams: [pageRoutes, fileRoutes, resourceUploadRoutes],
  schedules: [deleteUnusedUploads],
};

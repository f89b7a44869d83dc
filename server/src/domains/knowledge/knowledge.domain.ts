import type { Domain } from "../../platform/domain.ts";
import { deleteUnusedUploads } from "./knowledge.jobs.ts";
import { knowledgeRoutes } from "./knowledge.routes.ts";
import { fileRoutes } from "./public/file.routes.ts";
import { pageRoutes } from "./public/page.routes.ts";
import { resourceUploadRoutes } from "./resource-uploads.routes.ts";

export const knowledge: Domain = {
  tables: ["knowledge_articles", "knowledge_versions", "knowledge_uploads", "knowledge_counts"],
  routes: () => ({ knowledge: knowledgeRoutes }),
  streams: [pageRoutes, fileRoutes, resourceUploadRoutes],
  schedules: [deleteUnusedUploads],
};

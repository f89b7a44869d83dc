import type { Domain } from "../../platform/domain.ts";
import { knowledgeRoutes } from "./knowledge.routes.ts";
import { fileRoutes } from "./public/file.routes.ts";
import { pageRoutes } from "./public/page.routes.ts";

export const knowledge: Domain = {
  routes: () => ({ knowledge: knowledgeRoutes }),
  streams: [pageRoutes, fileRoutes],
};

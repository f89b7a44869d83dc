import type { Domain } from "../../platform/domain.ts";
import { knowledgeRoutes } from "./knowledge.routes.ts";
import { resourceFileRoutes } from "./resource-file.routes.ts";

export const knowledge: Domain = {
  routes: () => ({ knowledge: knowledgeRoutes }),
  streams: [resourceFileRoutes],
};

import type { Domain } from "../../platform/domain.ts";
import { docsRoutes } from "./docs/docs.routes.ts";
import { helpRoutes } from "./help.routes.ts";

export const help: Domain = {
  tables: ["help_uses", "help_figures"],
  routes: () => ({ help: helpRoutes }),
  streams: [docsRoutes],
};

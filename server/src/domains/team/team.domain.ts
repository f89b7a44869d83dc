import type { Domain } from "../../platform/domain.ts";
import { securityRoutes } from "./security.routes.ts";
import { teamRoutes } from "./team.routes.ts";

export const team: Domain = {
  routes: (http) => ({ team: teamRoutes(http), security: securityRoutes(http) }),
};

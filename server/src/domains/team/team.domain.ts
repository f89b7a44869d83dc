import type { Domain } from "../../platform/domain.ts";
import { teamRoutes } from "./team.routes.ts";

export const team: Domain = {
  routes: (http) => ({ team: teamRoutes(http) }),
};

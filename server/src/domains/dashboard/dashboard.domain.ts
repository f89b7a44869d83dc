import type { Domain } from "../../platform/domain.ts";
import { dashboardRoutes } from "./dashboard.routes.ts";

export const dashboard: Domain = { routes: () => ({ dashboard: dashboardRoutes }) };

import type { Domain } from "../../platform/domain.ts";
import { trackingRoutes } from "./tracking.routes.ts";

export const tracking: Domain = { routes: () => ({ tracking: trackingRoutes }) };

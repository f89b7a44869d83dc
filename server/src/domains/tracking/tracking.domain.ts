import type { Domain } from "../../platform/domain.ts";
import { trackingRoutes } from "./tracking.routes.ts";

export const tracking: Domain = {
  tables: ["ticket_orders", "tracking_notes"],
  routes: () => ({ tracking: trackingRoutes }),
};

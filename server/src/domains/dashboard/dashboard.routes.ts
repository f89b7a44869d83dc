import { api } from "../../platform/http/api.ts";
import { readRecentTickets } from "../tickets/index.ts";
import { readMetrics } from "./read-metrics.ts";
import { readRecentActivity } from "./read-recent-activity.ts";

export const dashboardRoutes = {
  metrics: api.dashboard.metrics.handler(({ context }) => readMetrics(context.read)),
  recentTickets: api.dashboard.recentTickets.handler(({ context }) => readRecentTickets(context.read)),
  recentActivity: api.dashboard.recentActivity.handler(({ context }) => readRecentActivity(context.read)),
};

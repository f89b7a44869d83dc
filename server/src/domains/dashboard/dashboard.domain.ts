import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { readRecentTickets } from "../tickets/index.ts";
import { recentActivityQuery } from "./dashboard.queries.ts";
import { readHome } from "./home/read-home.ts";
import { readMetrics } from "./read-metrics.ts";

export const dashboard: Domain = {
  routes: () => ({
    dashboard: {
      metrics: api.dashboard.metrics.handler(({ context }) => readMetrics(context.read)),
      recentTickets: api.dashboard.recentTickets.handler(({ context }) =>
        readRecentTickets(context.read, context.actor.userId),
      ),
      recentActivity: api.dashboard.recentActivity.handler(async ({ context }) => {
        const rows = await context.read(recentActivityQuery());
        return rows.map(({ activity, ...ticket }) => ({ ...activity, ...ticket }));
      }),
    },
    home: {
      read: api.home.read.handler(({ context: { actor, services, withTenant } }) =>
        withTenant((tx) => readHome(tx, actor, services.settings, new Date())),
      ),
    },
  }),
};

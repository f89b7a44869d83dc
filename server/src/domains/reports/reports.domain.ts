import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { notePersonForFacts } from "../tickets/index.ts";
import { countForgotten, countWhenChanged } from "./count/count-tickets.ts";
import { noteSettings } from "./count/settings.queries.ts";
import { ownOnly } from "./own-only.ts";
import { listValues } from "./read/list-values.ts";
import { readCosts } from "./read/read-costs.ts";
import { readReport } from "./read/read-report.ts";
import { reportTableRoutes } from "./report-table.routes.ts";

const { read, own, costs, values } = api.reports;

const reportsRoutes = {
  read: read.handler(({ context, input }) => readReport(context.read, input)),
  own: own.handler(({ context, input }) => readReport(context.read, ownOnly(input, context.actor.userId))),
  costs: costs.handler(({ context, input }) => readCosts(context.read, input)),
  values: values.handler(async ({ context, input }) => ({ items: await listValues(context.read, input) })),
};

export const reports: Domain = {
  tables: ["figure_spans", "figure_hours", "figure_states", "figure_settings"],
  routes: () => ({ reports: reportsRoutes }),
  streams: [reportTableRoutes],
  schedules: [countForgotten],
  hearings: [countWhenChanged],
  subscribers: {
    "hours.changed": noteSettings,
    "targets.changed": noteSettings,
    // Their name takes the place of their id in the trails.
    "user.deleted": (tx, { userId }) => notePersonForFacts(tx, userId),
  },
};

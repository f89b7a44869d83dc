import { traitOf } from "@deskhand/contract/reports/figures";
import type { ReportAsked } from "@deskhand/contract/reports/reports";
import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { notePersonForFacts } from "../tickets/index.ts";
import { countForgotten, countWhenChanged } from "./count/count-tickets.ts";
import { noteSettings } from "./count/settings.queries.ts";
import { listValues } from "./read/list-values.ts";
import { readReport } from "./read/read-report.ts";

const { read, own, values } = api.reports;

const reportsRoutes = {
  read: read.handler(({ context, input }) => readReport(context.read, input)),
  own: own.handler(({ context, input }) => readReport(context.read, ownOnly(input, context.actor.userId))),
  values: values.handler(async ({ context, input }) => ({ items: await listValues(context.read, input) })),
};

/** A report of what is one's own, whatever person was asked for. */
function ownOnly(asked: ReportAsked, userId: string): ReportAsked {
  const others = asked.where.filter((trait) => !trait.startsWith("person:"));
  return Object.assign({}, asked, { where: [...others, traitOf("person", userId)] });
}

export const reports: Domain = {
  tables: ["figure_sums", "figure_quarters", "figure_states", "figure_settings"],
  routes: () => ({ reports: reportsRoutes }),
  schedules: [countForgotten],
  hearings: [countWhenChanged],
  subscribers: {
    "hours.changed": noteSettings,
    "targets.changed": noteSettings,
    // Their name takes the place of their id in the trails.
    "user.deleted": (tx, { userId }) => notePersonForFacts(tx, userId),
  },
};

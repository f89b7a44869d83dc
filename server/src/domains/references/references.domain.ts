import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { calendarUse } from "../hours/index.ts";
import { findReferences, policiesWithCalendar } from "./find-references.ts";

export const references: Domain = {
  routes: () => ({
    references: {
      list: api.references.list.handler(({ context, input }) =>
        context.withTenant((tx) => findReferences(tx, context.actor, input)),
      ),
    },
  }),
  answers: [calendarUse.by(policiesWithCalendar)],
};

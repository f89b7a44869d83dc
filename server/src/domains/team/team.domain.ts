import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { listColleagues } from "./team.queries.ts";

export const team: Domain = {
  routes: () => ({
    team: {
      list: api.team.list.handler(async ({ context }) => ({ items: await context.withTenant(listColleagues) })),
    },
  }),
};

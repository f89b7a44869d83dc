import { api } from "../../platform/http/api.ts";
import { listColleagues } from "./team.queries.ts";

export const teamRoutes = {
  list: api.team.list.handler(async ({ context }) => ({ items: await context.withTenant(listColleagues) })),
};

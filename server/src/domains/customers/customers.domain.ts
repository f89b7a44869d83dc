import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { foundCustomersQuery } from "./customers.queries.ts";

export const customers: Domain = {
  routes: () => ({
    customers: {
      search: api.customers.search.handler(async ({ context, input: { q: typed, limit } }) => ({
        items: await context.read(foundCustomersQuery({ typed, limit })),
      })),
    },
  }),
};

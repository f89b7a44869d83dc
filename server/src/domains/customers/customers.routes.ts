import { api } from "../../platform/http/api.ts";
import { searchCustomers } from "./search-customers.ts";

export const customersRoutes = {
  search: api.customers.search.handler(async ({ context, input }) => ({
    items: await searchCustomers(context.read, input),
  })),
};

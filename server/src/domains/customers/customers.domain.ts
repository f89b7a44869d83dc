import type { Domain } from "../../platform/domain.ts";
import { customersRoutes } from "./customers.routes.ts";

export const customers: Domain = {
  tables: ["customers", "customer_addresses", "customer_joins", "address_spellings", "shopify_erased"],
  routes: () => ({ customers: customersRoutes }),
};

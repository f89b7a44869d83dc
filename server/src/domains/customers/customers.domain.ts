import type { Domain } from "../../platform/domain.ts";
import { customersRoutes } from "./customers.routes.ts";
import { customerExportRoutes } from "./export.routes.ts";

export const customers: Domain = {
  routes: () => ({ customers: customersRoutes }),
  streams: [customerExportRoutes],
};

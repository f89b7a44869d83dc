import type { Domain } from "../../platform/domain.ts";
import { deleteOldEvents } from "../../platform/events.ts";
import { forEachTenant } from "./for-each-tenant.ts";
import { billingRoutes, clientRoutes } from "./tenants.routes.ts";

export const tenants: Domain = {
  // A tenant gets its first address in the transaction that creates it.
  tables: ["clients", "users", "plan_interests", "inbound_addresses"],
  routes: () => ({ client: clientRoutes, billing: billingRoutes }),
  schedules: [
    { name: "events.delete-old", cron: "17 3 * * *", work: (services) => forEachTenant(services, deleteOldEvents) },
  ],
};

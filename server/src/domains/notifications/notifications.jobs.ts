import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteOldNotifications } from "./notifications.queries.ts";

/** Deletes each night what is too old or too much for a user's list. */
export const forgetOldNotifications: Schedule = {
  name: "notifications.forget-old",
  cron: "27 3 * * *",
  work: (services) => forEachTenant(services, deleteOldNotifications),
};

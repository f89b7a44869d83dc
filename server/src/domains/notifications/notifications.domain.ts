import type { Domain } from "../../platform/domain.ts";
import { forgetOldNotifications } from "./notifications.jobs.ts";
import { notificationsRoutes } from "./notifications.routes.ts";

export const notifications: Domain = {
  name: "notifications",
  routes: () => ({ notifications: notificationsRoutes }),
  schedules: [forgetOldNotifications],
};

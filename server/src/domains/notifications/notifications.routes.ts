import { api } from "../../platform/http/api.ts";
import { chooseNotifications, listChoices } from "./choose-notifications.ts";
import { pageNotifications } from "./page-notifications.ts";
import { listNotifications, markAllRead, markRead, markSeen } from "./read-notifications.ts";

export const notificationsRoutes = {
  list: api.notifications.list.handler(({ context }) =>
    context.withTenant((tx) => listNotifications(tx, context.actor)),
  ),
  markRead: api.notifications.markRead.handler(({ context, input }) =>
    context.withTenant((tx) => markRead(tx, context.actor, input.id)),
  ),
  markAllRead: api.notifications.markAllRead.handler(({ context }) =>
    context.withTenant((tx) => markAllRead(tx, context.actor)),
  ),
  markSeen: api.notifications.markSeen.handler(({ context }) =>
    context.withTenant((tx) => markSeen(tx, context.actor)),
  ),
  page: api.notifications.page.handler(({ context, input }) =>
    context.withTenant((tx) => pageNotifications(tx, context.actor, input)),
  ),
  preferences: api.notifications.preferences.handler(({ context }) =>
    context.withTenant((tx) => listChoices(tx, context.actor)),
  ),
  setPreferences: api.notifications.setPreferences.handler(({ context, input }) =>
    context.withTenant((tx) => chooseNotifications(tx, context.actor, input)),
  ),
};

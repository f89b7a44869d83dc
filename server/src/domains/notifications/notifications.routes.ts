import { api } from "../../platform/http/api.ts";
import {
  keepTeamDefaults,
  selectPreferences,
  selectTeamNotifications,
  upsertPreferences,
} from "./notifications.queries.ts";
import { listNotifications, mark, markRead, markTicketRead, pageNotifications } from "./read-notifications.ts";

const { list, page, preferences, setPreferences, team, setTeamDefaults, ...marks } = api.notifications;

export const notificationsRoutes = {
  list: list.handler(({ context }) => context.withTenant((tx) => listNotifications(tx, context.actor))),
  markRead: marks.markRead.handler(({ context, input }) =>
    context.withTenant((tx) => markRead(tx, context.actor, input.id)),
  ),
  markAllRead: marks.markAllRead.handler(({ context }) =>
    context.withTenant((tx) => mark(tx, context.actor, {}, { is_read: true, is_seen: true })),
  ),
  markTicketRead: marks.markTicketRead.handler(({ context, input }) =>
    context.withTenant((tx) => markTicketRead(tx, context.actor, input.ticketId)),
  ),
  markSeen: marks.markSeen.handler(({ context }) =>
    context.withTenant((tx) => mark(tx, context.actor, {}, { is_seen: true })),
  ),
  page: page.handler(({ context, input }) => context.withTenant((tx) => pageNotifications(tx, context.actor, input))),
  preferences: preferences.handler(({ context: { actor, withTenant } }) =>
    withTenant((tx) => selectPreferences(tx, actor.userId)),
  ),
  team: team.handler(({ context: { withTenant } }) => withTenant(selectTeamNotifications)),
  setTeamDefaults: setTeamDefaults.handler(({ context: { actor, withTenant }, input: { wanted } }) =>
    withTenant((tx) => keepTeamDefaults(tx, actor.userId, wanted)),
  ),
  setPreferences: setPreferences.handler(({ context: { actor, withTenant }, input }) =>
    withTenant(async (tx) => {
      await upsertPreferences(tx, actor.userId, input);
      return selectPreferences(tx, actor.userId);
    }),
  ),
};

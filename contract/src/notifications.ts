import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { id, pageInput, timestamp, typedText } from "./page.ts";
import { notificationTypes } from "./vocabulary.ts";

const notificationSchema = z.object({
  /** 'ticket-{ticketId}', 'message-{messageId}', 'delivery-{messageId}', 'assigned-{eventId}', 'status-{eventId}', 'mention-{noteId}', 'woken-{ticketId}-{eventId}', 'flood-{floodId}', 'held-{holdId}', 'ending-{eventId}' or 'sending-…': one event notifies a user once. */
  id: z.string(),
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  /** The author of the reply or note it is about; null for other types, and for notifications older than this field. */
  authorName: z.string().nullable(),
  ticketId: id.nullable(),
  /** The order of a request for approval; null for other types, and once the order was deleted. */
  orderId: id.nullable(),
  /** The ticket's present number and subject; null if it is about no ticket. */
  ticket: z.object({ ticketNumber: z.number().int(), subject: z.string() }).nullable(),
  timestamp,
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

const notificationListSchema = z.object({
  /** The newest first: enough for the 10 entries of the bell, where neighbours about the same are one. */
  items: z.array(notificationSchema),
  /** The number on the bell: unread ones since the dropdown was last opened. */
  count: z.number().int(),
});
export type NotificationList = z.infer<typeof notificationListSchema>;

const notificationPageSchema = z.object({
  items: z.array(notificationSchema),
  nextCursor: z.string().nullable(),
  unreadCount: z.number().int(),
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;

const notificationPreferencesSchema = z.object({
  /** The types that a person wants; others are not even stored. */
  wanted: z.array(z.enum(notificationTypes)).max(notificationTypes.length),
  /** Whether the operating system notifies while the page is hidden; each browser asks for its own permission. */
  desktop: z.boolean(),
  sound: z.boolean(),
});
const teamNotificationsSchema = z.object({
  /** The types for people who have chosen none themselves. */
  wanted: z.array(z.enum(notificationTypes)),
  /** Everybody who works here, by name, with the types that they do not get. */
  people: z.array(z.object({ id, name: z.string(), unwanted: z.array(z.enum(notificationTypes)) })),
});
export type TeamNotifications = z.infer<typeof teamNotificationsSchema>;

const refusal = "Only administrators can see and change what the team is notified of";

export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;

export const notifications = {
  list: endpoint("notifications:read", "GET", "/notifications").output(notificationListSchema),
  markRead: endpoint("notifications:read", "POST", "/notifications/{id}/read")
    .errors(among("notification_not_found"))
    .input(z.object({ id: typedText().max(100) }))
    .output(notificationListSchema),
  markAllRead: endpoint("notifications:read", "POST", "/notifications/read-all", { twice: "sets" }).output(
    notificationListSchema,
  ),
  /** Marks a ticket's notifications as read, once it is open and seen. The bell's number drops by those that it counted. */
  markTicketRead: endpoint("notifications:read", "POST", "/notifications/of-ticket/{ticketId}/read", { twice: "sets" })
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(notificationListSchema),
  /** Resets the bell's number, as the dropdown was opened; unread ones stay unread. */
  markSeen: endpoint("notifications:read", "POST", "/notifications/seen").output(notificationListSchema),
  /** Lists everything that is kept, newest first. */
  page: endpoint("notifications:read", "GET", "/notifications/all")
    .input(pageInput.extend({ unread: z.boolean().default(false) }))
    .output(notificationPageSchema),
  preferences: endpoint("notifications:read", "GET", "/notifications/preferences").output(
    notificationPreferencesSchema,
  ),
  setPreferences: endpoint("notifications:read", "PUT", "/notifications/preferences")
    .input(notificationPreferencesSchema)
    .output(notificationPreferencesSchema),
  /** Returns which notifications the team gets (docs/product.md#notifications-of-the-team). */
  team: endpoint("team:manage", "GET", "/notifications/team", { refusal }).output(teamNotificationsSchema),
  /** Sets the types for people who have chosen none themselves. */
  setTeamDefaults: endpoint("team:manage", "PUT", "/notifications/team", { refusal })
    .input(z.object({ wanted: z.array(z.enum(notificationTypes)).max(notificationTypes.length) }))
    .output(teamNotificationsSchema),
};

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
  /** Whose reply or note it is about; null for other types, and for what is older than this field. */
  authorName: z.string().nullable(),
  ticketId: id.nullable(),
  /** The ticket's number and subject as they are now; null for what is about none. */
  ticket: z.object({ ticketNumber: z.number().int(), subject: z.string() }).nullable(),
  timestamp,
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

const notificationListSchema = z.object({
  /** The newest, newest first: what the bell shows as the 10 newest, where neighbours that tell of the same are one. */
  items: z.array(notificationSchema),
  /** The number on the bell: unread ones that came since the dropdown was last opened. */
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
  /** The types that one is notified of; of the others nothing is written. */
  wanted: z.array(z.enum(notificationTypes)).max(notificationTypes.length),
  /** Notifications of the operating system while the page is hidden; each browser asks for its own permission. */
  desktop: z.boolean(),
  sound: z.boolean(),
});
const teamNotificationsSchema = z.object({
  /** What people are notified of until they choose themselves. */
  wanted: z.array(z.enum(notificationTypes)),
  /** Everybody who works here by name, with what they are not notified of. */
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
  /** Its ticket is open and seen: what told of it is read. The bell's number becomes less by what of it was counted. */
  markTicketRead: endpoint("notifications:read", "POST", "/notifications/of-ticket/{ticketId}/read", { twice: "sets" })
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(notificationListSchema),
  /** The dropdown was opened: the bell's number becomes 0, what is unread stays unread. */
  markSeen: endpoint("notifications:read", "POST", "/notifications/seen").output(notificationListSchema),
  /** Everything that is kept, newest first. */
  page: endpoint("notifications:read", "GET", "/notifications/all")
    .input(pageInput.extend({ unread: z.boolean().default(false) }))
    .output(notificationPageSchema),
  preferences: endpoint("notifications:read", "GET", "/notifications/preferences").output(
    notificationPreferencesSchema,
  ),
  setPreferences: endpoint("notifications:read", "PUT", "/notifications/preferences")
    .input(notificationPreferencesSchema)
    .output(notificationPreferencesSchema),
  /** What the team is notified of (docs/product.md#notifications-of-the-team). */
  team: endpoint("team:manage", "GET", "/notifications/team", { refusal }).output(teamNotificationsSchema),
  /** What people are notified of who have not chosen themselves. */
  setTeamDefaults: endpoint("team:manage", "PUT", "/notifications/team", { refusal })
    .input(z.object({ wanted: z.array(z.enum(notificationTypes)).max(notificationTypes.length) }))
    .output(teamNotificationsSchema),
};

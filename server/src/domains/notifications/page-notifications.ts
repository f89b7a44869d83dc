import type { NotificationPage } from "@deskhand/contract/notifications";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { readNotificationCursor, writeNotificationCursor } from "./notification-cursor.ts";
import { countUnread, selectNotifications } from "./notifications.queries.ts";

type Page = { cursor?: string | undefined; limit: number; unread: boolean };

/** One page of all of a user's notifications, newest first. */
export async function pageNotifications(
  tx: TenantTx,
  { userId }: Actor,
  { cursor, limit, unread }: Page,
): Promise<NotificationPage> {
  const after = readNotificationCursor(cursor);
  const found = await selectNotifications(tx, userId, { onlyUnread: unread, after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last ? writeNotificationCursor(last) : null,
    unreadCount: await countUnread(tx, userId),
  };
}

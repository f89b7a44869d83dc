import type { NotificationPage } from "@deskhand/contract/notifications";
import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { readCursor, writeCursor } from "../../platform/list-cursor.ts";
import { countUnread, selectNotifications } from "./notifications.queries.ts";

/** After the notification with this time and id. */
export type NotificationCursor = z.output<typeof cursorSchema>;

// A notification's id is text, and no text in the database holds NUL.
const idInCursor = z
  .string()
  .max(100)
  .regex(/^[^\0]*$/);
const cursorSchema = z.tuple([timestamp, idInCursor]).transform(([createdAt, id]) => ({ createdAt, id }));

type Page = { cursor?: string | undefined; limit: number; unread: boolean };

/** One page of all of a user's notifications, newest first. */
export async function pageNotifications(
  tx: TenantTx,
  { userId }: Actor,
  { cursor, limit, unread }: Page,
): Promise<NotificationPage> {
  const after = readCursor(cursor, cursorSchema);
  const found = await selectNotifications(tx, userId, { onlyUnread: unread, after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last ? writeCursor([last.timestamp, last.id]) : null,
    unreadCount: await countUnread(tx, userId),
  };
}

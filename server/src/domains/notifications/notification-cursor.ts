import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import { readCursor, writeCursor } from "../../platform/list-cursor.ts";

/** The cursor of a user's notifications: after the one with this time and id. */
export type NotificationCursor = { createdAt: string; id: string };

const schema = z
  // A notification's id is text, and no text in the database holds NUL.
  .tuple([
    timestamp,
    z
      .string()
      .max(100)
      .regex(/^[^\0]*$/),
  ])
  .transform(([createdAt, id]): NotificationCursor => ({ createdAt, id }));

/** The cursor for what comes after a notification. */
export function writeNotificationCursor({ timestamp, id }: { timestamp: string; id: string }): string {
  return writeCursor([timestamp, id]);
}

/** What a cursor of the notifications holds; null for none. */
export function readNotificationCursor(cursor: string | undefined): NotificationCursor | null {
  return readCursor(cursor, schema);
}

import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import { readCursor, writeCursor } from "../../platform/list-cursor.ts";

/** A place in a user's notifications: after the one with this time and id. */
export type NotificationPlace = { createdAt: string; id: string };

const place = z
  // A notification's id is text, and no text in the database holds NUL.
  .tuple([
    timestamp,
    z
      .string()
      .max(100)
      .regex(/^[^\0]*$/),
  ])
  .transform(([createdAt, id]): NotificationPlace => ({ createdAt, id }));

/** The cursor for what comes after a notification. */
export function writeNotificationCursor({ timestamp, id }: { timestamp: string; id: string }): string {
  return writeCursor([timestamp, id]);
}

/** The place a cursor of the notifications stands for; null for none. */
export function readNotificationCursor(cursor: string | undefined): NotificationPlace | null {
  return readCursor(cursor, place);
}

import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { type Audience, insertFor, type NewNotification } from "./notify.queries.ts";

/** More than these are not named one by one: an event has to fit into one message of the database. */
const mostNamed = 50;

/** Writes a notification for those of an audience who want it, and emits it to their screens. */
export async function notify(tx: TenantTx, notification: NewNotification, audience: Audience): Promise<void> {
  const notified = await insertFor(tx, notification, audience);
  if (notified.length === 0) return;
  const { id, type, ticketId } = notification;
  await emit(tx, "notification.created", {
    id,
    type,
    ticketId,
    userIds: notified.length > mostNamed ? null : notified,
  });
}

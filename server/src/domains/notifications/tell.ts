import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { type Audience, insertFor, type NewNotification } from "./tell.queries.ts";

/** More than these are not named one by one: an event has to fit into one message of the database. */
const mostNamed = 50;

/** Writes a notification for those of an audience who want it, and tells their screens. */
export async function tell(tx: TenantTx, notification: NewNotification, audience: Audience): Promise<void> {
  const told = await insertFor(tx, notification, audience);
  if (told.length === 0) return;
  const { id, type, ticketId } = notification;
  await emit(tx, "notification.created", { id, type, ticketId, userIds: told.length > mostNamed ? null : told });
}

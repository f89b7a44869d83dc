import type { EventPayloads } from "@deskhand/contract/events";
import { statusLabels, ticketLabel } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { gatherFor, type NewNotification, selectNotifiedTicket } from "./notify.queries.ts";

/** Notifies a colleague, once per bulk change, that another person gave them tickets. */
export async function notifyOfAssignments(
  tx: TenantTx,
  { change, to, tickets, ticketId, actorId }: EventPayloads["tickets.assigned"],
): Promise<void> {
  if (to === actorId) return;
  const words = "tickets were assigned to you";
  const message = await messageFor(tx, ticketId, tickets, words, "was assigned to you");
  const notification = { id: `assigned-${change}`, type: "ticket_assigned", title: "Ticket Assigned" } as const;
  await gather(tx, to, { ...notification, message, ticketId }, tickets, words);
}

/** Notifies a colleague, once per bulk change, that another person changed the status of their tickets. */
export async function notifyOfStatusChanges(
  tx: TenantTx,
  { change, assignedTo, to, tickets, ticketId, actorId }: EventPayloads["tickets.status-changed"],
): Promise<void> {
  if (assignedTo === actorId) return;
  const status = statusLabels[to];
  const words = `of your tickets are now ${status}`;
  const message = await messageFor(tx, ticketId, tickets, words, `is now ${status}`);
  const id = `status-${change}-${to}`;
  const notification = { id, type: "ticket_status_change", title: "Ticket Status Changed" } as const;
  await gather(tx, assignedTo, { ...notification, message, ticketId }, tickets, words);
}

async function messageFor(
  tx: TenantTx,
  ticketId: string | null,
  tickets: number,
  ofMany: string,
  ofOne: string,
): Promise<string> {
  const one = ticketId === null ? undefined : await selectNotifiedTicket(tx, ticketId);
  return one ? `${ticketLabel(one.ticket_number)} ${ofOne}: ${one.subject}` : `${tickets} ${ofMany}`;
}

async function gather(
  tx: TenantTx,
  userId: string,
  notification: NewNotification,
  tickets: number,
  words: string,
): Promise<void> {
  const total = await gatherFor(tx, userId, notification, tickets, words);
  if (total === undefined) return;
  const { id, type, ticketId } = notification;
  // Later parts of the change only update the text: screens reload it, without an announcement.
  if (total > tickets) await emit(tx, "notification.read", { userId });
  else await emit(tx, "notification.created", { id, type, ticketId, userIds: [userId] });
}

import type { EventPayloads } from "@deskhand/contract/events";
import { statusLabels } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { ticketLabel } from "../outgoing/index.ts";
import { selectNotifiedTicket } from "./notify.queries.ts";
import { notify } from "./notify.ts";

/** Notifies a colleague that a ticket was assigned to them by somebody else. */
export async function notifyOfAssignment(
  tx: TenantTx,
  { ticketId, to, actorId }: EventPayloads["ticket.assigned"],
  eventId: string,
): Promise<void> {
  if (to === null || to === actorId) return;
  const ticket = await selectNotifiedTicket(tx, ticketId);
  if (!ticket) return;
  const message = `${ticketLabel(ticket.ticket_number)} was assigned to you: ${ticket.subject}`;
  const notification = { id: `assigned-${eventId}`, type: "ticket_assigned", title: "Ticket Assigned" } as const;
  await notify(tx, { ...notification, message, ticketId }, { onlyUserId: to });
}

/** Notifies who a ticket is assigned to that its status changed, unless they changed it themselves. */
export async function notifyOfStatusChange(
  tx: TenantTx,
  { ticketId, from, to, actorId }: EventPayloads["ticket.status-changed"],
  eventId: string,
): Promise<void> {
  const ticket = await selectNotifiedTicket(tx, ticketId);
  if (!ticket?.assigned_to || ticket.assigned_to === actorId) return;
  const change = `is now ${statusLabels[to]} (was ${statusLabels[from]})`;
  const message = `${ticketLabel(ticket.ticket_number)} ${change}: ${ticket.subject}`;
  const notification = {
    id: `status-${eventId}`,
    type: "ticket_status_change",
    title: "Ticket Status Changed",
  } as const;
  await notify(tx, { ...notification, message, ticketId }, { onlyUserId: ticket.assigned_to });
}

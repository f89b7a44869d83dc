import { gatherFor } from "../../domains/notifications/notify.queries.ts";
import { lockTickets, selectUndos, updateTickets } from "../../domains/tickets/many/many.queries.ts";
import { example } from "./examples.ts";

example(lockTickets).is(({ ticketId, archivedTicketId }) => [[ticketId, archivedTicketId]]);
example(selectUndos).is(
  ({ ticketId, openingKey, owner }) => [[ticketId], openingKey, owner.userId],
  ({ ticketId, openingKey, owner }) =>
    `update ticket_activities set actor_id = '${owner.userId}', details = '{"change": "${openingKey}", "undo": {}}' where ticket_id = '${ticketId}'`,
);
example(updateTickets).is(({ ticketId, secret }) => [
  [{ id: ticketId, status: "pending", category: "Billing", tags: [secret], assignee: null, snoozedUntil: "answer" }],
]);
example(gatherFor).is(({ owner, ticketId, secret }) => [
  owner.userId,
  { id: `assigned-${ticketId}`, type: "ticket_assigned", title: "Ticket Assigned", message: secret, ticketId },
  ...([2, "tickets were assigned to you"] as const),
]);

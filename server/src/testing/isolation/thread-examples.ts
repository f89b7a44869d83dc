import { selectSiblings } from "../../domains/tickets/detail/siblings.queries.ts";
import { selectActivities } from "../../domains/tickets/rows/trail.queries.ts";
import { keepSafeHtml } from "../../domains/tickets/thread/frame.queries.ts";
import { example } from "./examples.ts";

example(selectSiblings).is(({ customerId, archivedTicketId, owner }) => [
  { customerId, exceptId: archivedTicketId, reader: owner.userId },
]);
example(selectActivities).is(({ ticketId }) => [{ ticketId, onlySteps: false, limit: 10 }]);
example(keepSafeHtml).is(
  ({ messageId }) => [messageId, "<p>Safe</p>"],
  ({ messageId }) => `update ticket_messages set safe_html = null where id = '${messageId}'`,
);

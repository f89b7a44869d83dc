import { selectSiblings } from "../../domains/tickets/detail/siblings.queries.ts";
import { selectActivities } from "../../domains/tickets/rows/trail.queries.ts";
import { example } from "./examples.ts";

example(selectSiblings).is(({ customerId, archivedTicketId, owner }) => [
  { customerId, exceptId: archivedTicketId, reader: owner.userId },
]);
example(selectActivities).is(({ ticketId }) => [{ ticketId, onlySteps: false, limit: 10 }]);

import { selectSiblings } from "../../domains/tickets/detail/siblings.queries.ts";
import {
  forgetScans,
  hasForgottenScan,
  noteScan,
  selectWaitingForScan,
} from "../../domains/tickets/files/scans.queries.ts";
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
const waits = ({ attachmentId }: { attachmentId: string }) =>
  `update ticket_attachments set scan = 'waiting', created_at = now() - interval '1 day' where id = '${attachmentId}'`;
example(selectWaitingForScan).is(({ messageId }) => [messageId], waits);
example(hasForgottenScan).is(() => [], waits);
example(noteScan).is(({ attachmentId }) => [attachmentId, { scan: "infected", virus: "Eicar" }], waits);
example(forgetScans).is(() => [], waits);
